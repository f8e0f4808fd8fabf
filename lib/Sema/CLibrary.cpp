//===- CLibrary.cpp - The functions of C that Tenon provides --------------===//

#include "CLibrary.h"

#include "llvm/ADT/StringSwitch.h"

namespace tenon {

// A character outside an array is 0, so each loop ends at the end of its array at the latest.
llvm::StringRef libraryText(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("strlen", "unsigned long strlen(char s[]) { int n = 0; while (s[n] != 0) n = n + 1; return n; }")
      .Case("strcpy", "void strcpy(char to[], char from[]) {"
                      "  int i = 0; while (from[i] != 0) { to[i] = from[i]; i = i + 1; } to[i] = 0; }")
      .Case("strcmp", "int strcmp(char a[], char b[]) {"
                      "  int i = 0; while (a[i] != 0 && a[i] == b[i]) i = i + 1;"
                      "  if (a[i] == b[i]) return 0; if ((unsigned char)a[i] < (unsigned char)b[i]) return -1;"
                      "  return 1; }")
      .Case("toupper", "int toupper(int c) { if (c >= 'a' && c <= 'z') return c - 32; return c; }")
      .Case("tolower", "int tolower(int c) { if (c >= 'A' && c <= 'Z') return c + 32; return c; }")
      .Case("isupper", "int isupper(int c) { return c >= 'A' && c <= 'Z'; }")
      .Case("islower", "int islower(int c) { return c >= 'a' && c <= 'z'; }")
      .Case("isalpha", "int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }")
      .Case("isdigit", "int isdigit(int c) { return c >= '0' && c <= '9'; }")
      .Case("isspace", "int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }")
      .Case("abs", "int abs(int x) { if (x < 0) return -x; return x; }")
      .Case("exit", "void exit(int status) { assume(0); }")
      .Case("abort", "void abort(void) { assume(0); }")
      .Default("");
}

llvm::StringRef refusedLibrary(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases("malloc", "calloc", "realloc", "free", "the heap is")
      .Cases("printf", "fprintf", "sprintf", "snprintf", "puts", "putchar", "input and output are")
      .Cases("scanf", "fscanf", "sscanf", "gets", "getchar", "getc", "input and output are")
      .Cases("fgets", "fopen", "fclose", "fread", "fwrite", "fputs", "perror", "input and output are")
      .Cases("sqrt", "pow", "floor", "ceil", "fabs", "floating point numbers are")
      .Cases("memcpy", "memset", "memmove", "qsort", "bsearch", "pointers to memory are")
      .Cases("strcat", "strncpy", "strncmp", "strchr", "strstr", "strtok", "atoi", "this function is")
      .Cases("rand", "srand", "time", "clock", "system", "getenv", "the surroundings of a program are")
      .Cases("setjmp", "longjmp", "signal", "raise", "jumps out of a function are")
      .Default("");
}

} // namespace tenon
