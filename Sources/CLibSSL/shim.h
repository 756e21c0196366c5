#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// Macros of OpenSSL, which Swift does not import, as functions.

/// Sets the rules for every connection: TLS 1.2 or later with forward secrecy, no compression, no renegotiation.
///
/// The minimum of the system (openssl.cnf) may be higher, and then stays. False on failure.
static inline int vitrina_tls_restrict(SSL_CTX *context) {
    if (SSL_CTX_get_min_proto_version(context) < TLS1_2_VERSION
        && !SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)) return 0;
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE
        | SSL_OP_PRIORITIZE_CHACHA);
    // An idle connection gives the buffers of its records back. The chain is that of the file.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_NO_AUTO_CHAIN);
    // A client keeps its session itself, in a ticket.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
}

/// Chooses HTTP/1.1; a client that offers other protocols alone is refused (RFC 7301 §3.2).
static inline int vitrina_tls_choose(SSL *connection, const unsigned char **chosen, unsigned char *size,
                                     const unsigned char *offered, unsigned int offered_size, void *closure) {
    static const unsigned char http[] = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    return SSL_select_next_proto((unsigned char **)chosen, size, http, sizeof http, offered, offered_size)
            == OPENSSL_NPN_NEGOTIATED
        ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/// Offers HTTP/1.1 to clients that name protocols.
static inline void vitrina_tls_speak_http(SSL_CTX *context) {
    SSL_CTX_set_alpn_select_cb(context, vitrina_tls_choose, NULL);
}

/// Adds a certificate to those that are sent after the server's own; false on failure.
static inline int vitrina_tls_add_chain(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}

/// True if a text in PEM had no further part, and false if it has one that cannot be read.
static inline int vitrina_tls_is_end_of_pem(void) {
    unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

/// True if a connection has failed because the client speaks HTTP without TLS.
static inline int vitrina_tls_is_plain_http(void) {
    unsigned long error = ERR_peek_error();
    return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_HTTP_REQUEST;
}
