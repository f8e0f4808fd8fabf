//===- Numbers.cpp --------------------------------------------------------===//

#include "Numbers.h"

#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace tenon;

namespace {

constexpr int64_t LimbBits = 62;
constexpr int64_t LimbBase = int64_t(1) << LimbBits;

bool fitsWord(const Integer &value) {
  return value >= std::numeric_limits<int64_t>::min() && value <= std::numeric_limits<int64_t>::max();
}

/// The digits of a number that is not negative to the base 2^62, least first.
llvm::SmallVector<int64_t, 4> limbsOf(Integer value) {
  llvm::SmallVector<int64_t, 4> limbs;
  for (; value != 0; value /= LimbBase)
    limbs.push_back(static_cast<int64_t>(value % LimbBase));
  return limbs;
}

Integer fromLimbs(llvm::ArrayRef<int64_t> limbs) {
  Integer result(0);
  for (size_t i = limbs.size(); i-- > 0;)
    result = result * LimbBase + limbs[i];
  return result;
}

} // namespace

Integer tenon::compacted(const Integer &value) {
  if (fitsWord(value))
    return Integer(static_cast<int64_t>(value));
  return value < 0 ? -fromLimbs(limbsOf(-value)) : fromLimbs(limbsOf(value));
}

llvm::hash_code tenon::hashOf(const Integer &value) {
  if (fitsWord(value))
    return llvm::hash_value(static_cast<int64_t>(value));
  llvm::SmallVector<int64_t, 4> limbs = limbsOf(value < 0 ? -value : value);
  return llvm::hash_combine(value < 0, llvm::hash_combine_range(limbs.begin(), limbs.end()));
}

std::string tenon::printInteger(const Integer &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

Integer tenon::powerOfTwo(unsigned exponent) {
  Integer result(1);
  for (; exponent >= LimbBits; exponent -= LimbBits)
    result *= LimbBase;
  return result * (int64_t(1) << exponent);
}

Integer tenon::truncatingQuotient(const Integer &dividend, const Integer &divisor) {
  return divisor == -1 ? -dividend : dividend / divisor;
}

Integer tenon::truncatingRemainder(const Integer &dividend, const Integer &divisor) {
  return divisor == 1 || divisor == -1 ? Integer(0) : dividend % divisor;
}

Integer tenon::moduloPowerOfTwo(const Integer &value, unsigned width) {
  Integer modulus = powerOfTwo(width);
  Integer result = value % modulus;
  return compacted(result < 0 ? result + modulus : result);
}

Integer tenon::bitwise(TermOp op, Integer a, Integer b) {
  llvm::SmallVector<int64_t, 4> left = limbsOf(std::move(a)), right = limbsOf(std::move(b));
  size_t size = std::max(left.size(), right.size());
  left.resize(size);
  right.resize(size);
  for (size_t i = 0; i < size; ++i)
    left[i] = op == TermOp::BitAnd ? left[i] & right[i] : op == TermOp::BitOr ? left[i] | right[i] : left[i] ^ right[i];
  return fromLimbs(left);
}
