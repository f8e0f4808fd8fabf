# Writes OUTPUT, a header with the commit of SOURCE_DIR; only when that has changed, so that nothing is compiled in vain.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=10 --match "v[0-9]*"
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(status OR NOT revision)
  set(revision "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#ifndef TENON_CONFIG_REVISION_H
#define TENON_CONFIG_REVISION_H

#define TENON_BUILD_REVISION "@revision@"

#endif // TENON_CONFIG_REVISION_H
]] @ONLY)
