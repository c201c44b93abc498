/* Disturbs its process at the Nth call that changes a file inside one folder, and keeps a journal of these calls.

   Loaded with LD_PRELOAD; told what to do by the environment, or by disturbance_begin:
     DISTURB_UNDER    the folder, an absolute path without links
     DISTURB_FAULTS   "N HOW" or several of them, "N HOW,N HOW", each N from 1; without it calls are only counted
                      kill    SIGKILL before the call
                      tear    SIGKILL after half of what a call writes (before the call, if it writes none)
                      stop    SIGSTOP before the call, which is done after SIGCONT
                      random SEED     draws random bytes from this seed
                      clock SECONDS   from the Nth call on the time of day is so many seconds later
                      ENOSPC, EIO, EFBIG   from the Nth call on all fail so
                      ENOSPC once, …  the Nth call alone fails so
     DISTURB_JOURNAL  a file outside the folder, to which records of all changes are added; disk.py reads them
   Counted are writes, flushes, cuts and renames, and deletions, which never fail. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define MOST 8

typedef enum { KILL = 1, TEAR, STOP, CLOCK, RANDOM, FAIL, FAIL_ONCE } How;
typedef struct { long at, seconds; How how; int error_number; } Fault;

static const char *under;
static long calls, shift; /* shift: seconds added to the time of day */
static uint64_t drawn; /* the state of random bytes; 0: the system's */
static Fault faults[MOST];
static int journal = -1, kills;

static Fault fault_of(const char *text) {
    char how[32] = "";
    Fault fault = {0};
    if (sscanf(text, "%ld %31[^,]", &fault.at, how) != 2) abort();
    fault.error_number = strncmp(how, "ENOSPC", 6) == 0 ? ENOSPC : strncmp(how, "EIO", 3) == 0 ? EIO : strncmp(how, "EFBIG", 5) == 0 ? EFBIG : 0;
    if (fault.error_number) fault.how = strstr(how, " once") ? FAIL_ONCE : FAIL;
    else if (strcmp(how, "kill") == 0) fault.how = KILL;
    else if (strcmp(how, "tear") == 0) fault.how = TEAR;
    else if (strcmp(how, "stop") == 0) fault.how = STOP;
    else if (sscanf(how, "clock %ld", &fault.seconds) == 1) fault.how = CLOCK;
    else if (sscanf(how, "random %ld", &fault.seconds) == 1) fault.how = RANDOM;
    else abort();
    return fault;
}

/* Begin counting in a folder, NULL for none; disturb as ``stated`` says, NULL for not at all. */
void disturbance_begin(const char *folder, const char *stated, const char *journal_path) {
    calls = shift = kills = 0;
    drawn = 0;
    under = folder ? strdup(folder) : NULL;
    memset(faults, 0, sizeof faults);
    for (int n = 0; stated && *stated && n < MOST; n++) {
        faults[n] = fault_of(stated);
        if (faults[n].how == RANDOM) drawn = (uint64_t)faults[n].seconds << 32 | 1;
        kills |= faults[n].how == KILL || faults[n].how == TEAR;
        stated = strchr(stated, ',');
        stated = stated ? stated + 1 : NULL;
    }
    journal = journal_path ? (int)syscall(SYS_openat, AT_FDCWD, journal_path,
                                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

__attribute__((constructor)) static void begin(void) {
    disturbance_begin(getenv("DISTURB_UNDER"), getenv("DISTURB_FAULTS"), getenv("DISTURB_JOURNAL"));
}

/* How many calls there were; asked for by the program itself. */
long disturbance_calls(void) { return __atomic_load_n(&calls, __ATOMIC_SEQ_CST); }

static int is_under(const char *path) {
    size_t length = under ? strlen(under) : 0;
    return length && strncmp(path, under, length) == 0 && (path[length] == '/' || !path[length]);
}

/* The path of an open file; whether it lies in the folder. */
static int path_of(int file, char *path) {
    char link[64];
    if (under == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_under(path);
}

static int lies_under(int file) {
    char path[PATH_MAX];
    return path_of(file, path);
}

/* The path of a name in an open folder; whether it lies in the folder that counts. */
static int path_at(int folder, const char *name, char *path) {
    char parent[PATH_MAX];
    if (name[0] == '/' || folder == AT_FDCWD) {
        snprintf(path, PATH_MAX, "%s", name);
        return is_under(path);
    }
    if (!path_of(folder, parent)) return 0;
    return snprintf(path, PATH_MAX, "%s/%s", parent, name) < PATH_MAX;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

typedef struct __attribute__((packed)) {
    char kind;
    uint16_t path, other; /* bytes of both names, which follow, and then the data */
    int64_t offset;
    uint64_t inode;
    uint32_t size;
} Record;

static uint64_t inode_of(int file) {
    struct stat found;
    return file >= 0 && fstat(file, &found) == 0 ? found.st_ino : 0;
}

static void keep(char kind, int file, const char *path, const char *other, int64_t offset, const void *data,
                 size_t size) {
    if (journal < 0) return;
    int before = errno;
    Record record = {kind, (uint16_t)strlen(path), (uint16_t)strlen(other), offset, inode_of(file), (uint32_t)size};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)path, record.path}, {(void *)other, record.other},
                            {(void *)data, size}};
    if (syscall(SYS_writev, journal, parts, 4) != (long)(sizeof record + record.path + record.other + size)) abort();
    errno = before;
}

/* Count a call; its error number if it is to fail, -1 if it is to be done by half. */
static int disturbed(int writes) {
    long now = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    int result = 0;
    for (Fault *fault = faults; fault < faults + MOST && fault->at; fault++) {
        if (fault->how == FAIL ? now < fault->at : now != fault->at) continue;
        if (fault->how == KILL || (fault->how == TEAR && !writes)) die();
        if (fault->how == TEAR) result = -1;
        if (fault->how == STOP) kill(getpid(), SIGSTOP);
        if (fault->how == CLOCK) shift += fault->seconds;
        if (fault->error_number) errno = result = fault->error_number;
    }
    return result;
}

static ssize_t written(int file, const char *path, const void *data, ssize_t size, off64_t to) {
    if (size > 0) keep('w', file, path, "", to >= 0 ? to : lseek64(file, 0, SEEK_CUR) - size, data, (size_t)size);
    return size;
}

#define WRITING(name, parameters, whole, half, to)                            \
    ssize_t name parameters {                                                 \
        char path[PATH_MAX];                                                  \
        int how = 0;                                                          \
        __typeof__(&name) real = REAL(name);                                  \
        if (!path_of(file, path)) return real whole;                          \
        if ((how = disturbed(1)) > 0) return -1;                              \
        if (how == 0) return written(file, path, data, real whole, to);       \
        written(file, path, data, real half, to);                             \
        die();                                                                \
        return -1;                                                            \
    }

WRITING(write, (int file, const void *data, size_t size), (file, data, size), (file, data, size / 2), -1)
WRITING(pwrite, (int file, const void *data, size_t size, off_t to), (file, data, size, to),
        (file, data, size / 2, to), to)
WRITING(pwrite64, (int file, const void *data, size_t size, off64_t to), (file, data, size, to),
        (file, data, size / 2, to), to)

/* All parts one after the other: what writes them again after a short write loses nothing. */
ssize_t writev(int file, const struct iovec *parts, int count) {
    if (!lies_under(file)) return (REAL(writev))(file, parts, count);
    ssize_t sum = 0;
    for (int n = 0; n < count; n++) {
        if (parts[n].iov_len == 0) continue;
        ssize_t size = write(file, parts[n].iov_base, parts[n].iov_len);
        if (size < 0) return sum ? sum : -1;
        sum += size;
        if ((size_t)size < parts[n].iov_len) break;
    }
    return sum;
}

#define CHANGING(name, parameters, arguments, find, done)                     \
    int name parameters {                                                     \
        char path[PATH_MAX];                                                  \
        if (!(find)) return (REAL(name))arguments;                            \
        if (disturbed(0)) return -1;                                          \
        int result = (REAL(name))arguments;                                   \
        if (result == 0) done;                                                \
        return result;                                                        \
    }

/* A flush; of a folder, after the names in it, as some libraries rename by calls that nobody sees. */
static void flushed(int file, const char *path) {
    char names[1 << 16];
    size_t size = 0;
    DIR *folder = journal < 0 ? NULL : opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name) + 1;
        if (size + sizeof(uint64_t) + length > sizeof names) abort();
        memcpy(names + size, &(uint64_t){entry->d_ino}, sizeof(uint64_t));
        memcpy(names + size + sizeof(uint64_t), entry->d_name, length);
        size += sizeof(uint64_t) + length;
    }
    if (folder) keep('n', file, path, "", 0, names, size), closedir(folder);
    keep('s', file, path, "", 0, "", 0);
}

CHANGING(fsync, (int file), (file), path_of(file, path), flushed(file, path))
CHANGING(fdatasync, (int file), (file), path_of(file, path), flushed(file, path))
CHANGING(ftruncate, (int file, off_t size), (file, size), path_of(file, path), keep('t', file, path, "", size, "", 0))
CHANGING(ftruncate64, (int file, off64_t size), (file, size), path_of(file, path), keep('t', file, path, "", size, "", 0))
CHANGING(rename, (const char *from, const char *to), (from, to), path_at(AT_FDCWD, to, path),
         keep('r', -1, from, path, 0, "", 0))

CHANGING(renameat2, (int old, const char *from, int folder, const char *to, unsigned flags),
         (old, from, folder, to, flags), path_at(folder, to, path),
         keep(flags & RENAME_EXCHANGE ? 'x' : 'r', -1, from, path, 0, "", 0))

/* What is counted, and never fails. */
#define KEEPING(name, parameters, arguments, find, counted, done)             \
    int name parameters {                                                     \
        char path[PATH_MAX];                                                  \
        int is_ours = (find);                                                 \
        if (is_ours && (counted)) disturbed(0);                               \
        int result = (REAL(name))arguments;                                   \
        if (is_ours && result == 0) done;                                     \
        return result;                                                        \
    }

KEEPING(unlink, (const char *name), (name), path_at(AT_FDCWD, name, path), kills, keep('u', -1, path, "", 0, "", 0))
KEEPING(unlinkat, (int folder, const char *name, int flags), (folder, name, flags), path_at(folder, name, path),
        kills, keep('u', -1, path, "", 0, "", 0))
KEEPING(rmdir, (const char *name), (name), path_at(AT_FDCWD, name, path), 0, keep('u', -1, path, "", 0, "", 0))
KEEPING(mkdir, (const char *name, mode_t mode), (name, mode), path_at(AT_FDCWD, name, path), 0,
        keep('d', -1, path, "", 0, "", 0))
KEEPING(link, (const char *from, const char *to), (from, to), path_at(AT_FDCWD, to, path), 0,
        keep('l', -1, from, path, 0, "", 0))
KEEPING(linkat, (int old, const char *from, int folder, const char *to, int flags), (old, from, folder, to, flags),
        path_at(folder, to, path), 0, keep('l', -1, from, path, 0, "", 0))

static void opened(int file, int folder, const char *name, int is_created, int is_cut) {
    char path[PATH_MAX];
    if (journal < 0 || !path_at(folder, name, path)) return;
    if (is_created) keep('c', file, path, "", 0, "", 0);
    if (is_cut) keep('t', file, path, "", 0, "", 0);
}

#define OPENING(name, parameters, arguments, folder)                          \
    int name parameters {                                                     \
        mode_t mode = 0;                                                      \
        if (flags & (O_CREAT | __O_TMPFILE)) {                                \
            va_list rest;                                                     \
            va_start(rest, flags);                                            \
            mode = va_arg(rest, mode_t);                                      \
            va_end(rest);                                                     \
        }                                                                     \
        int file = (REAL(name))arguments;                                     \
        if (file >= 0) opened(file, folder, path, flags & O_CREAT, flags & O_TRUNC); \
        return file;                                                          \
    }

OPENING(open, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD)
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD)
OPENING(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder)
OPENING(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder)

#define STREAM(name)                                                          \
    FILE *name(const char *path, const char *mode) {                          \
        FILE *file = (REAL(name))(path, mode);                                \
        if (file) opened(fileno(file), AT_FDCWD, path, mode[0] != 'r', mode[0] == 'w');     \
        return file;                                                          \
    }

STREAM(fopen)
STREAM(fopen64)

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) real = REAL(clock_gettime);
    int result = real(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += shift;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int result = (REAL(gettimeofday))(time, zone);
    time->tv_sec += shift;
    return result;
}

/* Names and identifiers that a seed gives again: splitmix64. */
ssize_t getrandom(void *data, size_t size, unsigned flags) {
    if (!drawn) return (REAL(getrandom))(data, size, flags);
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t next = __atomic_add_fetch(&drawn, 0x9E3779B97F4A7C15, __ATOMIC_SEQ_CST);
        next = (next ^ next >> 30) * 0xBF58476D1CE4E5B9;
        next = (next ^ next >> 27) * 0x94D049BB133111EB;
        next ^= next >> 31;
        memcpy((char *)data + at, &next, size - at < sizeof next ? size - at : sizeof next);
    }
    return (ssize_t)size;
}
