//===- LinearForm.h - Where linear forms are ------------------------------===//

#ifndef TENON_LIB_CHECK_LINEARFORM_H
#define TENON_LIB_CHECK_LINEARFORM_H

#include "tenon/Program/LinearForm.h" // IWYU pragma: export

#endif // TENON_LIB_CHECK_LINEARFORM_H
