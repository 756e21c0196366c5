// Sets the clock of a process ahead by AHEAD_SECONDS: preloaded, it changes what the time of day is and nothing else.
// Clocks that only measure go on as they do, so that waiting takes as long as ever.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t ahead(void) {
    static time_t seconds = -1;
    if (seconds < 0) {
        const char *text = getenv("AHEAD_SECONDS");
        seconds = text ? (time_t)atoll(text) : 0;
    }
    return seconds;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *now) {
    static __typeof__(&clock_gettime) real;
    if (!real) real = REAL(clock_gettime);
    int status = real(clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static __typeof__(&gettimeofday) real;
    if (!real) real = REAL(gettimeofday);
    int status = real(now, zone);
    if (status == 0) now->tv_sec += ahead();
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
    if (moment.tv_sec > 1000000000) moment.tv_sec -= ahead();
    return real(condition, mutex, &moment);
}
