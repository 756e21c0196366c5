// Changes what the time of day is for a process, and nothing else: preloaded, its clocks are ahead by AHEAD_SECONDS, and
// run AHEAD_RATE times as fast since AHEAD_FROM, a moment of the real clock, which programs that must agree share.
// Clocks that only measure go on as they do, so that waiting takes as long as ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define SECOND 1000000000LL

static long long number(const char *name, long long standard) {
    const char *text = getenv(name);
    return text ? atoll(text) : standard;
}

// Times are in nanoseconds. Read before the first thread, or when a library asks for the time before that.
static long long ahead, from, rate;

__attribute__((constructor)) static void read_settings(void) {
    if (rate) return;
    ahead = number("AHEAD_SECONDS", 0) * SECOND;
    from = number("AHEAD_FROM", 0) * SECOND;
    rate = number("AHEAD_RATE", 1);
}

static long long shown(long long real) {
    read_settings();
    return ahead + (rate > 1 ? from + (real - from) * rate : real);
}

static long long real_of(long long moment) {
    read_settings();
    moment -= ahead;
    return rate > 1 ? from + (moment - from) / rate : moment;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *now) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    int status = real(clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        long long moment = shown(now->tv_sec * SECOND + now->tv_nsec);
        now->tv_sec = moment / SECOND;
        now->tv_nsec = moment % SECOND;
    }
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec moment;
    int status = clock_gettime(CLOCK_REALTIME, &moment);
    now->tv_sec = moment.tv_sec;
    now->tv_usec = moment.tv_nsec / 1000;
    return status;
}

time_t time(time_t *now) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    if (now) *now = moment.tv_sec;
    return moment.tv_sec;
}

// The kernel waits by its own clock.
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
    static __typeof__(&pthread_cond_timedwait) real;
    if (!real) real = REAL(pthread_cond_timedwait);
    struct timespec moment = *until;
    // A condition that waits by another clock has a moment that no time of day is.
    if (moment.tv_sec > 1000000000) {
        long long wanted = real_of(moment.tv_sec * SECOND + moment.tv_nsec);
        moment.tv_sec = wanted / SECOND;
        moment.tv_nsec = wanted % SECOND;
    }
    return real(condition, mutex, &moment);
}
