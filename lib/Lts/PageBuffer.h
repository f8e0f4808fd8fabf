//===- PageBuffer.h - Large zeroed blocks of memory -------------*- C++ -*-===//

#ifndef TENON_LIB_LTS_PAGEBUFFER_H
#define TENON_LIB_LTS_PAGEBUFFER_H

#include <cstddef>
#include <utility>

namespace tenon::detail {

/// Zeroed memory, in large pages where the system has them.
class PageBuffer {
public:
  PageBuffer() = default;
  /// Empty if the system refuses.
  explicit PageBuffer(size_t bytes);
  PageBuffer(PageBuffer &&other) noexcept : start(other.start), length(other.length), isMapped(other.isMapped) {
    other.start = nullptr;
  }
  PageBuffer &operator=(PageBuffer &&other) noexcept {
    std::swap(start, other.start);
    std::swap(length, other.length);
    std::swap(isMapped, other.isMapped);
    return *this;
  }
  ~PageBuffer() { release(); }
  void release();
  explicit operator bool() const { return start != nullptr; }
  template <typename T> T *as() const { return static_cast<T *>(start); }
  size_t bytes() const { return length; }

private:
  void *start = nullptr;
  size_t length = 0;
  bool isMapped = false;
};

} // namespace tenon::detail

#endif // TENON_LIB_LTS_PAGEBUFFER_H
