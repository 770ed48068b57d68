/* What goes wrong on a machine, at a moment that can be chosen. Loaded before the program's own libraries:
 *
 *   BROADSIDE_FAULT=kind:n LD_PRELOAD=fault.so broadside ...
 *
 * The nth call of that kind fails, and with n+ all from there on: memory (malloc, calloc, realloc, aligned), new (operator
 * new alone, which spares libraries in C), write (a full disk), fsync, rename, truncate, thread, open (for reading or
 * writing), close (which says EIO and closes), output (a full disk under standard output), watch (the server's: epoll_ctl that
 * takes one more in).
 *
 * Others are no mistakes of the machine: `read` is short by all but one byte from the nth call on and must change nothing;
 * `kill` ends the program at the nth write as kill -9 does; `sigint` and `sigterm` send that signal at the nth call of
 * memory or write; with `overtaken` another run puts the file in its place that the nth flock is for.
 *
 * For broadside-mpi there is `rank`: who wants memory after the nth message to all ranks finds none.
 *
 * BROADSIDE_FAULT_LOG names a file that is made once it has happened. A file *.part that is renamed while nobody holds its
 * lock ends the program. BROADSIDE_FAULT_WHEN names a file without which no call counts yet.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum Kind { none, memory, newing, writing, syncing, renaming, truncating, threads, opening, closing, output, reading, killing,
            interrupting, terminating, overtaking, watching, ranking};
static const char* const names[] = {"none", "memory", "new", "write", "fsync", "rename", "truncate", "thread", "open", "close",
                                    "output", "read", "kill", "sigint", "sigterm", "overtaken", "watch", "rank"};

static enum Kind kind = none;
static long chosen = 0;
static int from_there_on = 0;
static atomic_long calls = 0;
static const char* log_path = NULL;
static const char* when_path = NULL;
static atomic_int noted = 0;
static atomic_int begun = 0; /* nothing before main is counted: nobody could answer there */

__attribute__((constructor)) static void read_orders(void) {
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
  when_path = getenv("BROADSIDE_FAULT_WHEN");
  kind = found;
}

static void note(void) {
  if (!log_path || atomic_exchange(&noted, 1)) return;
  /* Past our own functions: this is none of the calls that are counted. */
  const long file = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) syscall(SYS_close, file);
}

/* Whether this call fails. */
static int strikes(enum Kind of) {
  if (kind != of || !begun || (when_path && access(when_path, F_OK) != 0)) return 0;
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (call != chosen && !(from_there_on && call > chosen)) return 0;
  note();
  return 1;
}

/* Where a signal may come. */
static void send_signal(void) {
  if (strikes(interrupting)) raise(SIGINT);
  if (strikes(terminating)) raise(SIGTERM);
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

static _Thread_local int new_fails = 0;

static int no_memory(void) {
  send_signal();
  return new_fails || strikes(memory);
}

void* malloc(size_t size) {
  if (no_memory()) return errno = ENOMEM, NULL;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  if (no_memory()) return errno = ENOMEM, NULL;
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  if (no_memory()) return errno = ENOMEM, NULL;
  return __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  if (no_memory()) return errno = ENOMEM, NULL;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  if (no_memory()) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

#define REAL(type, name, ...)                             \
  static type (*real)(__VA_ARGS__) = NULL;                \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, #name)

/* operator new(std::size_t): the library's own throws where malloc fails. */
void* _Znwm(size_t size) {
  REAL(void*, _Znwm, size_t);
  if (!strikes(newing)) return real(size);
  void* (*const volatile then)(size_t) = real; /* no tail call: the exception passes through here */
  new_fails = 1;
  return then(size);
}
/* So it is told what it is thrown for, and may have memory for that. */
void* __cxa_allocate_exception(size_t size) {
  REAL(void*, __cxa_allocate_exception, size_t);
  new_fails = 0;
  return real(size);
}

/* Of Open MPI, whose types are pointers. */
int MPI_Bcast(void* data, int count, void* type, int root, void* ranks) {
  REAL(int, MPI_Bcast, void*, int, void*, int, void*);
  const int code = real(data, count, type, root, ranks);
  if (strikes(ranking)) new_fails = 1;
  return code;
}

ssize_t write(int file, const void* bytes, size_t count) {
  REAL(ssize_t, write, int, const void*, size_t);
  if (file > 2) send_signal();
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
  const size_t length = strlen(from);
  if (kind != none && length > 5 && strcmp(from + length - 5, ".part") == 0) {
    const long file = syscall(SYS_openat, AT_FDCWD, from, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && flock((int)file, LOCK_EX | LOCK_NB) == 0) abort();
    if (file >= 0) syscall(SYS_close, file);
  }
  if (strikes(renaming)) return errno = EACCES, -1;
  return real(from, to);
}
int flock(int file, int how) {
  REAL(int, flock, int, int);
  if (strikes(overtaking)) {
    char link[64], part[4096], whole[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t size = readlink(link, part, sizeof part - 1);
    if (size < 6) abort();
    part[size] = 0;
    memcpy(whole, part, (size_t)size - 5); /* without .part */
    whole[size - 5] = 0;
    if (renameat(AT_FDCWD, part, AT_FDCWD, whole) != 0) abort();
  }
  return real(file, how);
}
int ftruncate(int file, off_t size) {
  REAL(int, ftruncate, int, off_t);
  if (strikes(truncating)) return errno = EIO, -1;
  return real(file, size);
}
int close(int file) {
  REAL(int, close, int);
  const int code = real(file);
  if (file > 2 && strikes(closing)) return errno = EIO, -1;
  return code;
}
int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  REAL(int, pthread_create, pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (strikes(threads)) return EAGAIN;
  return real(thread, how, run, with);
}
int epoll_ctl(int set, int what, int file, struct epoll_event* event) {
  REAL(int, epoll_ctl, int, int, int, struct epoll_event*);
  if (what == EPOLL_CTL_ADD && strikes(watching)) return errno = ENOMEM, -1;
  return real(set, what, file, event);
}
#define FOPEN(name)                                    \
  FILE* name(const char* path, const char* mode) {     \
    REAL(FILE*, name, const char*, const char*);       \
    if (strikes(opening)) return errno = EMFILE, NULL; \
    return real(path, mode);                           \
  }
FOPEN(fopen)
FOPEN(fopen64) /* what streams of the standard library call */

/* The mode is there only where a file may be made. */
#define READ_MODE                                        \
  mode_t mode = 0;                                       \
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list more;                                        \
    va_start(more, flags);                               \
    mode = va_arg(more, mode_t);                         \
    va_end(more);                                        \
  }
#define OPEN(name)                                    \
  int name(const char* path, int flags, ...) {        \
    REAL(int, name, const char*, int, ...);           \
    READ_MODE                                         \
    if (strikes(opening)) return errno = EMFILE, -1;  \
    return real(path, flags, mode);                   \
  }
#define OPENAT(name)                                       \
  int name(int folder, const char* path, int flags, ...) { \
    REAL(int, name, int, const char*, int, ...);           \
    READ_MODE                                              \
    if (strikes(opening)) return errno = EMFILE, -1;       \
    return real(folder, path, flags, mode);                \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t read(int file, void* bytes, size_t count) {
  REAL(ssize_t, read, int, void*, size_t);
  if (count > 1 && kind == reading && strikes(reading)) count = 1;
  return real(file, bytes, count);
}
