/*
 * Stands between a program and its disk (LD_PRELOAD): writes down what the program does to the files
 * of one folder, and lets it meet a full or broken disk, or its own end, at a chosen call.
 *
 * POWER_FOLDER is the folder, POWER_CONTROL a file with the switches below, and POWER_JOURNAL, when it
 * is set, the file that the calls are written down in (tests/power/journal.ts reads it).
 *
 * Files ending in -shm are left out: SQLite makes them anew from the log.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, RMDIR, SAY, MAP, OTHER };

/* Set by tests/power/shim.ts, in this order. */
struct control {
  uint64_t calls;      /* that changed the folder, or synced, so far */
  uint64_t kill_kinds; /* a bit for each kind of call that the process may die at */
  uint64_t kill_in;    /* at which of these calls, counted from now, it dies; 0: at none */
  uint64_t kill_how;   /* 0: before the call, 1: after it, 2: with half a write done */
  uint64_t fail_kinds; /* a bit for each kind that fails */
  uint64_t fail_errno;
  uint64_t fail_skip;  /* how many of these are carried out before */
  uint64_t fail_times; /* how many fail then */
  uint64_t failed;     /* how many have failed */
  uint64_t room;       /* by how many bytes files may yet grow */
  uint64_t last_kind;  /* of the last call */
};

#define MOST_FILES 65536
#define MAGIC 0x52574f50u

static struct control *control;
static int journal = -1;
static char folder[4096];
static size_t folder_length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The inode of each open file of the folder; 0: any other. */
static uint64_t inodes[MOST_FILES];
static dev_t devices[MOST_FILES];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("POWER_FOLDER");
  const char *control_path = getenv("POWER_CONTROL");
  const char *journal_path = getenv("POWER_JOURNAL");
  if (!path || !control_path || strlen(path) >= sizeof folder) return;
  int fd = syscall(SYS_openat, AT_FDCWD, control_path, O_RDWR | O_CLOEXEC, 0);
  if (fd < 0) abort();
  void *page = (void *)syscall(SYS_mmap, 0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (page == MAP_FAILED) abort();
  if (journal_path) {
    fd = syscall(SYS_openat, AT_FDCWD, journal_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    journal = fd < 0 ? -1 : (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 1000);
    if (journal < 0) abort();
    syscall(SYS_close, fd);
  }
  strcpy(folder, path);
  folder_length = strlen(path);
  control = page;
}

static int is_ours(const char *path) {
  if (!control || !path || strncmp(path, folder, folder_length) != 0) return 0;
  if (path[folder_length] != '/' && path[folder_length] != 0) return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

/* libuv closes files by a call that is not seen here, so that a number may stand for another file by now. */
static uint64_t inode_of(int fd) {
  if (!control || fd < 0 || fd >= MOST_FILES || !inodes[fd]) return 0;
  struct stat now;
  if (syscall(SYS_fstat, fd, &now) != 0 || now.st_ino != inodes[fd] || now.st_dev != devices[fd]) {
    inodes[fd] = 0;
  }
  return inodes[fd];
}

static void note(enum kind kind, uint64_t inode, int64_t offset, const void *first, size_t first_length,
                 const char *second) {
  if (journal < 0) return;
  struct {
    uint32_t magic, kind;
    uint64_t inode;
    int64_t offset;
    uint32_t first, second;
  } head = {MAGIC, kind, inode, offset, (uint32_t)first_length, second ? (uint32_t)strlen(second) : 0};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)first, first_length}, {(void *)second, head.second}};
  int was = errno;
  if (syscall(SYS_writev, journal, parts, 3) != (long)(sizeof head + first_length + head.second)) abort();
  errno = was;
}

/* Whether the process dies at the present call. */
static int is_last;

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* Counts a call; 0 when it may be carried out, -1 with errno when it fails. Called with the lock. */
static int begin_call(enum kind kind) {
  control->calls += 1;
  control->last_kind = kind;
  if ((control->kill_kinds & (1u << kind)) && control->kill_in > 0) {
    control->kill_in -= 1;
    is_last = control->kill_in == 0;
  }
  if (is_last && control->kill_how == 0) die();
  if (control->fail_kinds & (1u << kind)) {
    if (control->fail_skip > 0) control->fail_skip -= 1;
    else if (control->fail_times > 0) {
      control->fail_times -= 1;
      control->failed += 1;
      errno = (int)control->fail_errno;
      return -1;
    }
  }
  return 0;
}

static void end_call(void) {
  if (is_last) die();
}

static int opened(int at, const char *path, int flags, mode_t mode) {
  if (!is_ours(path)) return syscall(SYS_openat, at, path, flags, mode);
  pthread_mutex_lock(&lock);
  struct stat before;
  int is_new = (flags & O_CREAT) && syscall(SYS_newfstatat, AT_FDCWD, path, &before, 0) != 0;
  int fd = -1;
  int is_call = is_new || (flags & O_TRUNC);
  if (!is_call || begin_call(is_new ? CREATE : TRUNCATE) == 0) {
    fd = syscall(SYS_openat, at, path, flags, mode);
    struct stat now;
    if (fd >= 0 && fd < MOST_FILES && syscall(SYS_fstat, fd, &now) == 0) {
      inodes[fd] = now.st_ino;
      devices[fd] = now.st_dev;
      if (is_new) note(CREATE, now.st_ino, 0, path, strlen(path), NULL);
      else if (flags & O_TRUNC) note(TRUNCATE, now.st_ino, 0, NULL, 0, NULL);
    }
    if (is_call) end_call();
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define MODE(flags)                          \
  mode_t mode = 0;                           \
  if ((flags) & (O_CREAT | O_TMPFILE)) {     \
    va_list more;                            \
    va_start(more, flags);                   \
    mode = va_arg(more, mode_t);             \
    va_end(more);                            \
  }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int creat(const char *path, mode_t mode) {
  return opened(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int fd) {
  if (fd >= 0 && fd < MOST_FILES) inodes[fd] = 0;
  return syscall(SYS_close, fd);
}

/* One write of bytes that lie together; `offset` is -1 for a write at the file's own position. */
static ssize_t written(int fd, const void *bytes, size_t length, int64_t offset) {
  pthread_mutex_lock(&lock);
  ssize_t done = -1;
  if (begin_call(WRITE) == 0) {
    struct stat before;
    syscall(SYS_fstat, fd, &before);
    int64_t at = offset;
    if (offset < 0) {
      int flags = (int)syscall(SYS_fcntl, fd, F_GETFL);
      at = flags & O_APPEND ? before.st_size : syscall(SYS_lseek, fd, 0, SEEK_CUR);
    }
    int64_t growth = at + (int64_t)length - before.st_size;
    size_t allowed = length;
    if (growth > 0 && (uint64_t)growth > control->room) {
      uint64_t missing = (uint64_t)growth - control->room;
      allowed = missing >= length ? 0 : length - missing;
      control->failed += 1;
    }
    if (is_last && control->kill_how == 2) allowed /= 2;
    if (allowed == 0 && length > 0) errno = ENOSPC;
    else {
      done = offset < 0 ? syscall(SYS_write, fd, bytes, allowed)
                        : syscall(SYS_pwrite64, fd, bytes, allowed, offset);
      if (done > 0) {
        note(WRITE, inode_of(fd), at, bytes, done, NULL);
        growth = at + done - before.st_size;
        if (growth > 0 && control->room != UINT64_MAX) control->room -= growth;
      }
    }
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return done;
}

static ssize_t gathered(int fd, const struct iovec *parts, int count, int64_t offset) {
  size_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  char *bytes = malloc(length + 1);
  if (!bytes) abort();
  size_t at = 0;
  for (int i = 0; i < count; i++) {
    memcpy(bytes + at, parts[i].iov_base, parts[i].iov_len);
    at += parts[i].iov_len;
  }
  ssize_t done = written(fd, bytes, length, offset);
  free(bytes);
  return done;
}

/* Writes down what goes out over HTTP, before it goes: the beginning of a request or of an answer. */
static void listen_to(const struct iovec *parts, int count) {
  if (journal < 0 || count < 1 || parts[0].iov_len < 5) return;
  const char *text = parts[0].iov_base;
  if (memcmp(text, "HTTP/", 5) && memcmp(text, "PUT /", 5) && memcmp(text, "POST ", 5)) return;
  char said[8192];
  size_t length = 0;
  for (int i = 0; i < count && length < sizeof said; i++) {
    size_t part = parts[i].iov_len < sizeof said - length ? parts[i].iov_len : sizeof said - length;
    memcpy(said + length, parts[i].iov_base, part);
    length += part;
  }
  pthread_mutex_lock(&lock);
  note(SAY, 0, 0, said, length, NULL);
  pthread_mutex_unlock(&lock);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  if (inode_of(fd)) return written(fd, bytes, length, -1);
  struct iovec part = {(void *)bytes, length};
  if (control) listen_to(&part, 1);
  return syscall(SYS_write, fd, bytes, length);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (inode_of(fd)) return gathered(fd, parts, count, -1);
  if (control) listen_to(parts, count);
  return syscall(SYS_writev, fd, parts, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return inode_of(fd) ? written(fd, bytes, length, offset) : syscall(SYS_pwrite64, fd, bytes, length, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return inode_of(fd) ? written(fd, bytes, length, offset) : syscall(SYS_pwrite64, fd, bytes, length, offset);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
  return inode_of(fd) ? gathered(fd, parts, count, offset)
                      : syscall(SYS_pwritev, fd, parts, count, (long)offset, 0L);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  return inode_of(fd) ? gathered(fd, parts, count, offset)
                      : syscall(SYS_pwritev, fd, parts, count, (long)offset, 0L);
}

static int truncated(int fd, int64_t length) {
  if (!inode_of(fd)) return syscall(SYS_ftruncate, fd, length);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (begin_call(TRUNCATE) == 0) {
    result = syscall(SYS_ftruncate, fd, length);
    if (result == 0) note(TRUNCATE, inode_of(fd), length, NULL, 0, NULL);
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncated(fd, length); }

static int synced(int fd, long call) {
  if (!inode_of(fd)) return syscall(call, fd);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (begin_call(SYNC) == 0) {
    result = syscall(call, fd);
    if (result == 0) note(SYNC, inode_of(fd), 0, NULL, 0, NULL);
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

static int renamed(const char *from, const char *to, unsigned flags) {
  if (!is_ours(from) && !is_ours(to)) return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (begin_call(RENAME) == 0) {
    result = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
    if (result == 0) note(RENAME, 0, 0, from, strlen(from), to);
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int rename(const char *from, const char *to) { return renamed(from, to, 0); }
int renameat(int at, const char *from, int to_at, const char *to) {
  if (from[0] == '/' && to[0] == '/') return renamed(from, to, 0);
  return syscall(SYS_renameat2, at, from, to_at, to, 0);
}
int renameat2(int at, const char *from, int to_at, const char *to, unsigned flags) {
  if (from[0] == '/' && to[0] == '/') return renamed(from, to, flags);
  return syscall(SYS_renameat2, at, from, to_at, to, flags);
}

static int removed(int at, const char *path, int flags) {
  if (!is_ours(path)) return syscall(SYS_unlinkat, at, path, flags);
  pthread_mutex_lock(&lock);
  enum kind kind = flags & AT_REMOVEDIR ? RMDIR : UNLINK;
  int result = -1;
  struct stat there;
  /* Of a file that is not there, nothing is counted. */
  if (syscall(SYS_newfstatat, AT_FDCWD, path, &there, AT_SYMLINK_NOFOLLOW) != 0) errno = ENOENT;
  else if (begin_call(kind) == 0) {
    result = syscall(SYS_unlinkat, at, path, flags);
    if (result == 0) note(kind, 0, 0, path, strlen(path), NULL);
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return removed(at, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  int result = removed(AT_FDCWD, path, 0);
  return result != 0 && errno == EISDIR ? removed(AT_FDCWD, path, AT_REMOVEDIR) : result;
}

static int made(int at, const char *path, mode_t mode) {
  if (!is_ours(path)) return syscall(SYS_mkdirat, at, path, mode);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (begin_call(MKDIR) == 0) {
    result = syscall(SYS_mkdirat, at, path, mode);
    struct stat now;
    if (result == 0 && syscall(SYS_newfstatat, AT_FDCWD, path, &now, 0) == 0)
      note(MKDIR, now.st_ino, 0, path, strlen(path), NULL);
    end_call();
  }
  pthread_mutex_unlock(&lock);
  return result;
}
int mkdir(const char *path, mode_t mode) { return made(AT_FDCWD, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return made(at, path, mode); }

/* A file that is written through memory would escape what is written down here. */
static void *mapped(void *at, size_t length, int protection, int flags, int fd, int64_t offset) {
  if (inode_of(fd) && (protection & PROT_WRITE) && (flags & MAP_SHARED)) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    long length = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path);
    pthread_mutex_lock(&lock);
    note(MAP, inode_of(fd), offset, path, length > 0 ? length : 0, NULL);
    pthread_mutex_unlock(&lock);
  }
  return (void *)syscall(SYS_mmap, at, length, protection, flags, fd, offset);
}
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  return mapped(at, length, protection, flags, fd, offset);
}
void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  return mapped(at, length, protection, flags, fd, offset);
}

/* What is not modelled: a test that meets it must say so, not pass. */
static void other(const char *what) {
  if (!control) return;
  pthread_mutex_lock(&lock);
  note(OTHER, 0, 0, what, strlen(what), NULL);
  pthread_mutex_unlock(&lock);
}
int link(const char *from, const char *to) {
  if (is_ours(to)) other("link");
  return syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int symlink(const char *target, const char *path) {
  if (is_ours(path)) other("symlink");
  return syscall(SYS_symlinkat, target, AT_FDCWD, path);
}
int fallocate(int fd, int mode, off_t offset, off_t length) {
  if (inode_of(fd)) other("fallocate");
  return syscall(SYS_fallocate, fd, mode, offset, length);
}
int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
  return fallocate(fd, mode, offset, length);
}
ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, size_t length, unsigned flags) {
  if (inode_of(out)) {
    /* Node then copies by plain writes. */
    errno = EXDEV;
    return -1;
  }
  return syscall(SYS_copy_file_range, in, in_at, out, out_at, length, flags);
}
ssize_t sendfile(int out, int in, off_t *offset, size_t length) {
  if (inode_of(out)) {
    errno = EINVAL;
    return -1;
  }
  return syscall(SYS_sendfile, out, in, offset, length);
}
ssize_t sendfile64(int out, int in, off64_t *offset, size_t length) {
  return sendfile(out, in, (off_t *)offset, length);
}
