/* Kills its process at, or fails, the Nth call that changes a file inside one folder.

   Loaded with LD_PRELOAD; told what to do by the environment, or by disturbance_begin:
     DISTURB_UNDER  the folder, an absolute path without links
     DISTURB_AT     N, from 1; without it calls are only counted
     DISTURB_HOW    kill    SIGKILL before the call
                    tear    SIGKILL after half of what a call writes (before the call, if it writes none)
                    ENOSPC, EIO   from the Nth call on all fail so
                    ENOSPC once, EIO once   the Nth call alone fails so
   Counted are writes, flushes, cuts and renames; with kill and tear also deletions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static const char *under;
static long at, calls;
static int kills, tears, error_number, once;

/* Begin counting in a folder, NULL for none; at the Nth call, 0 for none, do what ``how`` names. */
void disturbance_begin(const char *folder, long number, const char *how) {
    calls = 0;
    under = folder ? strdup(folder) : NULL;
    at = how ? number : 0;
    if (how == NULL) return;
    kills = strcmp(how, "kill") == 0;
    tears = strcmp(how, "tear") == 0;
    error_number = strncmp(how, "ENOSPC", 6) == 0 ? ENOSPC : strncmp(how, "EIO", 3) == 0 ? EIO : 0;
    once = strstr(how, " once") != NULL;
}

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("DISTURB_AT");
    disturbance_begin(getenv("DISTURB_UNDER"), number ? atol(number) : 0, getenv("DISTURB_HOW"));
}

/* How many calls there were; asked for by the program itself. */
long disturbance_calls(void) { return __atomic_load_n(&calls, __ATOMIC_SEQ_CST); }

static int is_under(const char *path) {
    size_t length = under ? strlen(under) : 0;
    return length && strncmp(path, under, length) == 0 && (path[length] == '/' || !path[length]);
}

static int lies_under(int file) {
    char link[64], path[PATH_MAX];
    if (under == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_under(path);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/* Count a call; whether it is to fail (errno is set) or, with tear, to be done by half. */
static int disturbed(int writes) {
    long now = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (at == 0 || now < at || ((kills || tears || once) && now != at)) return 0;
    if (kills || (tears && !writes)) die();
    if (error_number) errno = error_number;
    return tears || error_number;
}

#define WRITING(name, parameters, whole, half)                      \
    ssize_t name parameters {                                       \
        __typeof__(&name) real = REAL(name);                        \
        if (lies_under(file) && disturbed(1)) {                     \
            if (!tears) return -1;                                  \
            (void)!real half;                                       \
            die();                                                  \
        }                                                           \
        return real whole;                                          \
    }

WRITING(write, (int file, const void *data, size_t size), (file, data, size), (file, data, size / 2))
WRITING(pwrite, (int file, const void *data, size_t size, off_t to), (file, data, size, to),
        (file, data, size / 2, to))
WRITING(pwrite64, (int file, const void *data, size_t size, off64_t to), (file, data, size, to),
        (file, data, size / 2, to))
WRITING(writev, (int file, const struct iovec *parts, int count), (file, parts, count),
        (file, parts, count / 2))

#define CHANGING(name, parameters, arguments, condition)             \
    int name parameters {                                           \
        if ((condition) && disturbed(0)) return -1;                 \
        return (REAL(name)) arguments;                              \
    }

CHANGING(fsync, (int file), (file), lies_under(file))
CHANGING(fdatasync, (int file), (file), lies_under(file))
CHANGING(ftruncate, (int file, off_t size), (file, size), lies_under(file))
CHANGING(ftruncate64, (int file, off64_t size), (file, size), lies_under(file))
CHANGING(rename, (const char *from, const char *to), (from, to), is_under(to))
CHANGING(unlink, (const char *path), (path), (kills || tears) && is_under(path))
CHANGING(unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
         (kills || tears) && (is_under(path) || lies_under(folder)))
