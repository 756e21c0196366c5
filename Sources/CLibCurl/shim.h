#ifndef VITRINA_CLIBCURL_SHIM_H
#define VITRINA_CLIBCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/socket.h>

/* Swift cannot call the variadic functions of libcurl: one for each type of what they take. */

static inline CURLcode shim_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_write(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_read(CURL *handle, CURLoption option, curl_read_callback value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shim_curl_set_open_socket(
    CURL *handle, CURLoption option, curl_opensocket_callback value
) {
    return curl_easy_setopt(handle, option, value);
}

/* The address goes on behind its declared type, where Swift would cut it off. */
static inline const void *shim_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}

static inline curl_socket_t shim_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}

static inline CURLcode shim_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

#endif
