//===- PageBuffer.cpp - Large zeroed blocks of memory ---------------------===//

#include "PageBuffer.h"

#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

namespace tenon::detail {

constexpr size_t LargePage = size_t(1) << 21;
constexpr size_t SmallPage = size_t(1) << 12;

PageBuffer::PageBuffer(size_t bytes) {
  if (bytes < LargePage) {
    start = std::calloc(bytes, 1);
    length = start ? bytes : 0;
    return;
  }
  // A mapping longer than needed, cut to the alignment of large pages.
  size_t rounded = (bytes + SmallPage - 1) / SmallPage * SmallPage;
  void *mapped = mmap(nullptr, rounded + LargePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return;
  isMapped = true;
  uintptr_t first = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t aligned = (first + LargePage - 1) / LargePage * LargePage;
  if (aligned != first)
    munmap(mapped, aligned - first);
  if (size_t tail = first + LargePage - aligned)
    munmap(reinterpret_cast<void *>(aligned + rounded), tail);
  start = reinterpret_cast<void *>(aligned);
  length = rounded;
  madvise(start, length, MADV_HUGEPAGE);
}

void PageBuffer::release() {
  if (!start)
    return;
  if (isMapped)
    munmap(start, length);
  else
    std::free(start);
  start = nullptr;
  length = 0;
}

} // namespace tenon::detail
