/* What goes wrong on a machine, at a moment that can be chosen. Loaded before the program's own libraries:
 *
 *   BROADSIDE_FAULT=kind:n LD_PRELOAD=fault.so broadside ...
 *
 * The nth call of that kind fails, and with n+ all from there on: memory (malloc, calloc, realloc, aligned), write (a full
 * disk), fsync, rename, thread, open, output (a full disk under standard output); `read` is short by all but one byte
 * from the nth call on, which is no mistake and must change nothing; `kill` ends the program at the nth write as kill -9
 * does. BROADSIDE_FAULT_LOG names a file that is made once it has happened.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum Kind { none, memory, writing, syncing, renaming, threads, opening, output, reading, killing };

static enum Kind kind = none;
static long chosen = 0;
static int from_there_on = 0;
static atomic_long calls = 0;
static const char* log_path = NULL;
static atomic_int noted = 0;
static atomic_int begun = 0; /* nothing before main is counted: nobody could answer there */

__attribute__((constructor)) static void read_orders(void) {
  static const char* const names[] = {"none", "memory", "write", "fsync", "rename", "thread", "open", "output", "read", "kill"};
  const char* orders = getenv("BROADSIDE_FAULT");
  const char* colon = orders ? strchr(orders, ':') : NULL;
  if (!colon) return;
  enum Kind found = none;
  for (int i = 1; i < (int)(sizeof names / sizeof *names); ++i)
    if (strlen(names[i]) == (size_t)(colon - orders) && strncmp(orders, names[i], (size_t)(colon - orders)) == 0)
      found = (enum Kind)i;
  chosen = strtol(colon + 1, NULL, 10);
  from_there_on = strchr(colon, '+') != NULL;
  log_path = getenv("BROADSIDE_FAULT_LOG");
  kind = found;
}

static void note(void) {
  if (!log_path || atomic_exchange(&noted, 1)) return;
  const int file = (int)openat(AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) close(file);
}

/* Whether this call fails. */
static int strikes(enum Kind of) {
  if (kind != of || !begun) return 0;
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (call != chosen && !(from_there_on && call > chosen)) return 0;
  note();
  return 1;
}

/* The first thing that main does. */
sighandler_t signal(int number, sighandler_t handler) {
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  begun = 1;
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) {
  if (strikes(memory)) return errno = ENOMEM, NULL;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  if (strikes(memory)) return errno = ENOMEM, NULL;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  if (strikes(memory)) return errno = ENOMEM, NULL;
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  if (strikes(memory)) return errno = ENOMEM, NULL;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  if (strikes(memory)) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

#define REAL(type, name, ...)                             \
  static type (*real)(__VA_ARGS__) = NULL;                \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void* bytes, size_t count) {
  REAL(ssize_t, write, int, const void*, size_t);
  if (file > 2 && strikes(writing)) {
    /* A disk that is full takes what still fits. */
    if (count > 1) real(file, bytes, count / 2);
    errno = ENOSPC;
    return -1;
  }
  if (file > 2 && strikes(killing)) {
    if (count > 1) real(file, bytes, count / 2);
    kill(getpid(), SIGKILL);
  }
  return real(file, bytes, count);
}
int fflush(FILE* stream) {
  REAL(int, fflush, FILE*);
  if (stream == stdout && strikes(output)) return errno = ENOSPC, EOF;
  return real(stream);
}
int fsync(int file) {
  REAL(int, fsync, int);
  if (strikes(syncing)) return errno = EIO, -1;
  return real(file);
}
int rename(const char* from, const char* to) {
  REAL(int, rename, const char*, const char*);
  if (strikes(renaming)) return errno = EACCES, -1;
  return real(from, to);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  REAL(int, pthread_create, pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (strikes(threads)) return EAGAIN;
  return real(thread, how, run, with);
}
FILE* fopen(const char* path, const char* mode) {
  REAL(FILE*, fopen, const char*, const char*);
  if (strikes(opening)) return errno = EMFILE, NULL;
  return real(path, mode);
}
ssize_t read(int file, void* bytes, size_t count) {
  REAL(ssize_t, read, int, void*, size_t);
  if (count > 1 && kind == reading && strikes(reading)) count = 1;
  return real(file, bytes, count);
}
