/*
 * Preloaded into a controller, it records every change of the files and names in one folder and every sync of them,
 * in the order in which they ended, so that power-cuts.ts can compute the content of a disk after a power cut.
 *
 *   RECORDER_FOLDER  the real path of the folder
 *   RECORDER_LOGS    the folder of the records, <pid>.log, outside of that folder
 *   RECORDER_DELAY   the longest time of a sync in microseconds, as on a disk; 0 for none
 *
 * A record is a header, a path, a second path (rename, link) and data. Writes through a memory mapping are not seen:
 * SQLite uses one for -shm files only, which it recreates after a power cut.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct header {
  uint8_t type;
  uint8_t durable; /* the file was opened with O_SYNC or O_DSYNC */
  uint16_t path_length;
  uint16_t second_length;
  uint16_t unused;
  uint32_t thread;
  uint32_t data_length;
  uint64_t inode;
  uint64_t offset; /* of a write; the size of a truncation */
};

enum { CREATE = 'C', FOLDER = 'F', WRITE = 'W', TRUNCATE = 'T', LINK = 'L', RENAME = 'R', UNLINK = 'U', BEGIN = 'b', END = 'e' };

static char folder[PATH_MAX];
static size_t folder_length;
static int records = -1;
static pid_t home;
static long delay;

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("RECORDER_FOLDER"), *logs = getenv("RECORDER_LOGS"), *wait = getenv("RECORDER_DELAY");
  unsetenv("LD_PRELOAD"); /* programs that the controller starts are not its writes */
  if (!where || !logs) return;
  char path[PATH_MAX];
  home = getpid();
  delay = wait ? atol(wait) : 0;
  folder_length = (size_t)snprintf(folder, sizeof folder, "%s", where);
  snprintf(path, sizeof path, "%s/%d.log", logs, home);
  records = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(int type, uint64_t inode, uint64_t offset, int durable, const char *path, const char *second,
                   const struct iovec *data, int parts, size_t length) {
  int error = errno;
  struct header header = {
    .type = (uint8_t)type, .durable = (uint8_t)durable, .path_length = (uint16_t)strlen(path),
    .second_length = (uint16_t)strlen(second), .thread = (uint32_t)syscall(SYS_gettid),
    .data_length = (uint32_t)length, .inode = inode, .offset = offset,
  };
  struct iovec all[parts + 3];
  all[0] = (struct iovec){ &header, sizeof header };
  all[1] = (struct iovec){ (void *)path, header.path_length };
  all[2] = (struct iovec){ (void *)second, header.second_length };
  int count = 3;
  for (size_t left = length; left > 0; count++, data++) {
    size_t size = data->iov_len < left ? data->iov_len : left;
    all[count] = (struct iovec){ data->iov_base, size };
    left -= size;
  }
  if (syscall(SYS_writev, records, all, count) < 0) abort();
  errno = error;
}

static int is_within(const char *path) {
  return strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || path[folder_length] == 0);
}

/* The path of an open file or folder that is recorded; 0 for any other. */
static int is_recorded(int fd, char *path, struct stat *state) {
  if (records < 0 || getpid() != home) return 0;
  int error = errno, is = 0;
  if (fstat(fd, state) == 0 && (S_ISREG(state->st_mode) || S_ISDIR(state->st_mode))) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    is = is_within(path);
  }
  errno = error;
  return is;
}

/* The absolute path of a name that is recorded; 0 for any other. */
static int path_of(int at, const char *name, char *path) {
  if (records < 0 || getpid() != home || !name) return 0;
  int error = errno, is = 0;
  char parent[PATH_MAX], joined[PATH_MAX * 2];
  if (name[0] == '/' || at == AT_FDCWD) {
    snprintf(joined, sizeof joined, "%s", name);
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, parent, sizeof parent - 1);
    parent[length > 0 ? length : 0] = 0;
    snprintf(joined, sizeof joined, "%s/%s", parent, name);
  }
  for (size_t end = strlen(joined); end > 1 && joined[end - 1] == '/';) joined[--end] = 0;
  char *slash = strrchr(joined, '/');
  const char *base = slash ? slash + 1 : joined;
  if (slash) *slash = 0;
  if (realpath(!slash ? "." : *joined ? joined : "/", parent)) {
    snprintf(path, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", base);
    is = is_within(path);
  }
  errno = error;
  return is;
}

/* ---- files that are opened ---- */

static int opened(int fd, int flags, int was_there) {
  char path[PATH_MAX];
  struct stat state;
  if (fd < 0 || !(flags & (O_CREAT | O_TRUNC)) || !is_recorded(fd, path, &state)) return fd;
  if (!was_there) record(CREATE, state.st_ino, 0, 0, path, "", NULL, 0, 0);
  else if (flags & O_TRUNC) record(TRUNCATE, state.st_ino, 0, 0, path, "", NULL, 0, 0);
  return fd;
}

static int is_there(int at, const char *path) {
  struct stat state;
  int error = errno, is = fstatat(at, path, &state, 0) == 0;
  errno = error;
  return is;
}

#define MODE(last) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, last); mode = va_arg(rest, mode_t); va_end(rest); }
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); MODE(flags) int was = is_there(AT_FDCWD, path); return opened(real(path, flags, mode), flags, was); }
#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    REAL(name); MODE(flags) int was = is_there(at, path); return opened(real(at, path, flags, mode), flags, was); }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/* ---- writes ---- */

/* offset < 0: the present position of the file after the write */
static void written(int fd, const struct iovec *data, int parts, int64_t offset, ssize_t length) {
  char path[PATH_MAX];
  struct stat state;
  if (length <= 0 || !is_recorded(fd, path, &state)) return;
  int flags = fcntl(fd, F_GETFL);
  if (offset < 0 || (flags & O_APPEND)) offset = lseek(fd, 0, offset < 0 ? SEEK_CUR : SEEK_END) - length;
  record(WRITE, state.st_ino, (uint64_t)offset, (flags & O_DSYNC) != 0, path, "", data, parts, (size_t)length);
}

#define ONE(buffer, count) (&(struct iovec){ (void *)(buffer), (count) })
ssize_t write(int fd, const void *buffer, size_t count) {
  REAL(write); ssize_t done = real(fd, buffer, count); written(fd, ONE(buffer, count), 1, -1, done); return done; }
ssize_t writev(int fd, const struct iovec *data, int parts) {
  REAL(writev); ssize_t done = real(fd, data, parts); written(fd, data, parts, -1, done); return done; }
#define PWRITE(name, type) \
  ssize_t name(int fd, const void *buffer, size_t count, type offset) { \
    REAL(name); ssize_t done = real(fd, buffer, count, offset); written(fd, ONE(buffer, count), 1, offset, done); return done; }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
#define PWRITEV(name, type) \
  ssize_t name(int fd, const struct iovec *data, int parts, type offset) { \
    REAL(name); ssize_t done = real(fd, data, parts, offset); written(fd, data, parts, offset, done); return done; }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

/* Copies by the kernel: the copied data is read from its source. */
static void copied(int to, int64_t at, int from, int64_t start, ssize_t length) {
  char path[PATH_MAX];
  struct stat state;
  if (length <= 0 || !is_recorded(to, path, &state)) return;
  void *data = malloc((size_t)length);
  if (!data || pread(from, data, (size_t)length, start) != length) abort();
  written(to, ONE(data, (size_t)length), 1, at, length);
  free(data);
}
#define SENDFILE(name, type) \
  ssize_t name(int to, int from, type *offset, size_t count) { \
    REAL(name); ssize_t done = real(to, from, offset, count); \
    int64_t end = offset ? *offset : lseek(from, 0, SEEK_CUR); copied(to, -1, from, end - done, done); return done; }
SENDFILE(sendfile, off_t)
SENDFILE(sendfile64, off64_t)
ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *at, size_t count, unsigned flags) {
  REAL(copy_file_range);
  ssize_t done = real(from, start, to, at, count, flags);
  int64_t end = start ? *start : lseek(from, 0, SEEK_CUR);
  copied(to, at ? *at - done : -1, from, end - done, done);
  return done;
}

static int resized(int fd, int result, int64_t size) {
  char path[PATH_MAX];
  struct stat state;
  if (result == 0 && is_recorded(fd, path, &state)) {
    record(TRUNCATE, state.st_ino, (uint64_t)(size < 0 ? state.st_size : size), 0, path, "", NULL, 0, 0);
  }
  return result;
}
int ftruncate(int fd, off_t size) { REAL(ftruncate); return resized(fd, real(fd, size), size); }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); return resized(fd, real(fd, size), size); }
int fallocate(int fd, int mode, off_t at, off_t size) { REAL(fallocate); return resized(fd, real(fd, mode, at, size), -1); }
int fallocate64(int fd, int mode, off64_t at, off64_t size) { REAL(fallocate64); return resized(fd, real(fd, mode, at, size), -1); }
int posix_fallocate(int fd, off_t at, off_t size) { REAL(posix_fallocate); return resized(fd, real(fd, at, size), -1); }
int posix_fallocate64(int fd, off64_t at, off64_t size) { REAL(posix_fallocate64); return resized(fd, real(fd, at, size), -1); }

/* ---- names ---- */

static int named(int type, int result, int at, const char *name, int second_at, const char *second) {
  char path[PATH_MAX], other[PATH_MAX] = "";
  struct stat state = { 0 };
  if (result != 0) return result;
  int is = path_of(at, name, path), is_other = second && path_of(second_at, second, other);
  if (!is && !is_other) return result;
  int error = errno;
  lstat(is_other ? other : path, &state);
  errno = error;
  record(type, state.st_ino, 0, 0, path, other, NULL, 0, 0);
  return result;
}
int mkdir(const char *path, mode_t mode) {
  REAL(mkdir); return named(FOLDER, real(path, mode), AT_FDCWD, path, 0, NULL); }
int mkdirat(int at, const char *path, mode_t mode) {
  REAL(mkdirat); return named(FOLDER, real(at, path, mode), at, path, 0, NULL); }
int rmdir(const char *path) { REAL(rmdir); return named(UNLINK, real(path), AT_FDCWD, path, 0, NULL); }
int unlink(const char *path) { REAL(unlink); return named(UNLINK, real(path), AT_FDCWD, path, 0, NULL); }
int remove(const char *path) { REAL(remove); return named(UNLINK, real(path), AT_FDCWD, path, 0, NULL); }
int unlinkat(int at, const char *path, int flags) {
  REAL(unlinkat); return named(UNLINK, real(at, path, flags), at, path, 0, NULL); }
int rename(const char *from, const char *to) {
  REAL(rename); return named(RENAME, real(from, to), AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int at, const char *from, int to_at, const char *to) {
  REAL(renameat); return named(RENAME, real(at, from, to_at, to), at, from, to_at, to); }
int renameat2(int at, const char *from, int to_at, const char *to, unsigned flags) {
  REAL(renameat2); return named(RENAME, real(at, from, to_at, to, flags), at, from, to_at, to); }
int link(const char *from, const char *to) {
  REAL(link); return named(LINK, real(from, to), AT_FDCWD, from, AT_FDCWD, to); }
int linkat(int at, const char *from, int to_at, const char *to, int flags) {
  REAL(linkat); return named(LINK, real(at, from, to_at, to, flags), at, from, to_at, to); }

/* ---- syncs: what was written when one began is durable when it ends ---- */

static int synced(int (*real)(int), int fd) {
  char path[PATH_MAX];
  struct stat state;
  if (!is_recorded(fd, path, &state)) return real(fd);
  record(BEGIN, state.st_ino, 0, 0, path, "", NULL, 0, 0);
  if (delay > 0) usleep((useconds_t)(random() % delay));
  int result = real(fd);
  if (result == 0) record(END, state.st_ino, 0, 0, path, "", NULL, 0, 0);
  return result;
}
int fsync(int fd) { REAL(fsync); return synced(real, fd); }
int fdatasync(int fd) { REAL(fdatasync); return synced(real, fd); }
