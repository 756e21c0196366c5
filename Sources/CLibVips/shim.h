#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// libvips is opened when the first image comes and not linked: it brings a hundred libraries along, and each command of
// the program would take twice as long to start. Its functions are variadic, which Swift cannot call, so each has a
// wrapper here. What is declared is the interface of libvips.so.42.

typedef struct VitrinaVipsImage VitrinaVipsImage;

/// Addresses of functions.
typedef struct {
    uintptr_t init, concurrency_set, cache_set_max, block_untrusted_set, operation_block_set, thread_shutdown;
    uintptr_t jpegload_buffer, pngload_buffer, webpload_buffer, thumbnail_buffer, avg, autorot, extract_area;
    uintptr_t jpegsave_buffer, pngsave_buffer, webpsave_buffer;
    uintptr_t image_get_width, image_get_height, image_get_orientation, image_remove, copy, error_clear, log_set_handler;
    uintptr_t object_unref, free;
} vitrina_vips;

enum { vitrina_vips_jpeg = 0, vitrina_vips_png = 1, vitrina_vips_webp = 2 };

#define VITRINA_CALL(vips, name, type) ((type)(vips)->name)

static inline void vitrina_vips_ignore(const char *domain, int level, const char *message, void *data) {}

/// False where there is no libvips, or none that fits.
static inline int vitrina_vips_open(vitrina_vips *vips) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define VITRINA_FIND(name, symbol) if (!(vips->name = (uintptr_t)dlsym(library, symbol))) return 0
    VITRINA_FIND(init, "vips_init");
    VITRINA_FIND(concurrency_set, "vips_concurrency_set");
    VITRINA_FIND(cache_set_max, "vips_cache_set_max");
    VITRINA_FIND(block_untrusted_set, "vips_block_untrusted_set");
    VITRINA_FIND(operation_block_set, "vips_operation_block_set");
    VITRINA_FIND(thread_shutdown, "vips_thread_shutdown");
    VITRINA_FIND(jpegload_buffer, "vips_jpegload_buffer");
    VITRINA_FIND(pngload_buffer, "vips_pngload_buffer");
    VITRINA_FIND(webpload_buffer, "vips_webpload_buffer");
    VITRINA_FIND(thumbnail_buffer, "vips_thumbnail_buffer");
    VITRINA_FIND(avg, "vips_avg");
    VITRINA_FIND(autorot, "vips_autorot");
    VITRINA_FIND(extract_area, "vips_extract_area");
    VITRINA_FIND(jpegsave_buffer, "vips_jpegsave_buffer");
    VITRINA_FIND(pngsave_buffer, "vips_pngsave_buffer");
    VITRINA_FIND(webpsave_buffer, "vips_webpsave_buffer");
    VITRINA_FIND(image_get_width, "vips_image_get_width");
    VITRINA_FIND(image_get_height, "vips_image_get_height");
    VITRINA_FIND(image_get_orientation, "vips_image_get_orientation");
    VITRINA_FIND(image_remove, "vips_image_remove");
    VITRINA_FIND(copy, "vips_copy");
    VITRINA_FIND(error_clear, "vips_error_clear");
    VITRINA_FIND(log_set_handler, "g_log_set_handler");
    VITRINA_FIND(object_unref, "g_object_unref");
    VITRINA_FIND(free, "g_free");
#undef VITRINA_FIND
    if (VITRINA_CALL(vips, init, int (*)(const char *))("vitrina")) return 0;
    // One thread and no cache for each image; how many run at once is decided outside.
    VITRINA_CALL(vips, concurrency_set, void (*)(int))(1);
    VITRINA_CALL(vips, cache_set_max, void (*)(int))(0);
    // Nothing is read but JPEG, PNG and WebP.
    VITRINA_CALL(vips, block_untrusted_set, void (*)(int))(1);
    void (*block)(const char *, int) = (void (*)(const char *, int))vips->operation_block_set;
    block("VipsForeignLoad", 1);
    block("VipsForeignLoadJpeg", 0);
    block("VipsForeignLoadPng", 0);
    block("VipsForeignLoadWebp", 0);
    // Warnings about what somebody has uploaded are nothing for the log of the server.
    VITRINA_CALL(vips, log_set_handler,
                 unsigned (*)(const char *, int, void (*)(const char *, int, const char *, void *), void *))
    ("VIPS", 1 << 4 | 1 << 5 | 1 << 6, vitrina_vips_ignore, 0);
    return 1;
}

/// Lets go of what libvips keeps for the thread, and of what it says about the last failure.
static inline void vitrina_vips_end(const vitrina_vips *vips) {
    VITRINA_CALL(vips, error_clear, void (*)(void))();
    VITRINA_CALL(vips, thread_shutdown, void (*)(void))();
}

static inline void vitrina_vips_unref(const vitrina_vips *vips, VitrinaVipsImage *image) {
    VITRINA_CALL(vips, object_unref, void (*)(void *))(image);
}

static inline void vitrina_vips_free(const vitrina_vips *vips, void *bytes) {
    VITRINA_CALL(vips, free, void (*)(void *))(bytes);
}

typedef int (*VitrinaVipsLoad)(const void *, size_t, VitrinaVipsImage **, ...);
typedef int (*VitrinaVipsSave)(VitrinaVipsImage *, void **, size_t *, ...);
typedef int (*VitrinaVipsTurn)(VitrinaVipsImage *, VitrinaVipsImage **, ...);

// VIPS_FAIL_ON_ERROR: a truncated JPEG passes otherwise.
#define VITRINA_STRICT "fail_on", 2

/// The image, to be read from top to bottom once where `is_sequential`; a JPEG may come smaller by `shrink`.
static inline int vitrina_vips_load(const vitrina_vips *vips, int kind, const void *bytes, size_t size, int is_sequential,
                                    int shrink, VitrinaVipsImage **image) {
    VitrinaVipsLoad load = (VitrinaVipsLoad)(kind == vitrina_vips_jpeg  ? vips->jpegload_buffer
                                             : kind == vitrina_vips_png ? vips->pngload_buffer
                                                                        : vips->webpload_buffer);
    return kind == vitrina_vips_jpeg
               ? load(bytes, size, image, VITRINA_STRICT, "access", is_sequential, "shrink", shrink, (char *)0)
               : load(bytes, size, image, VITRINA_STRICT, "access", is_sequential, (char *)0);
}

/// Reads every pixel.
static inline int vitrina_vips_read(const vitrina_vips *vips, VitrinaVipsImage *image) {
    double average = 0;
    return VITRINA_CALL(vips, avg, int (*)(VitrinaVipsImage *, double *, ...))(image, &average, (char *)0);
}

static inline int vitrina_vips_width(const vitrina_vips *vips, VitrinaVipsImage *image) {
    return VITRINA_CALL(vips, image_get_width, int (*)(VitrinaVipsImage *))(image);
}

static inline int vitrina_vips_height(const vitrina_vips *vips, VitrinaVipsImage *image) {
    return VITRINA_CALL(vips, image_get_height, int (*)(VitrinaVipsImage *))(image);
}

/// 1 to 8, as EXIF has it.
static inline int vitrina_vips_orientation(const vitrina_vips *vips, VitrinaVipsImage *image) {
    return VITRINA_CALL(vips, image_get_orientation, int (*)(VitrinaVipsImage *))(image);
}

/// No larger than the box, upright, in sRGB; never larger than it was.
static inline int vitrina_vips_thumbnail(const vitrina_vips *vips, const void *bytes, size_t size, int width, int height,
                                         VitrinaVipsImage **image) {
    return VITRINA_CALL(vips, thumbnail_buffer, int (*)(const void *, size_t, VitrinaVipsImage **, int, ...))(
        bytes, size, image, width, "height", height, "size", 2, "export_profile", "srgb", VITRINA_STRICT, (char *)0);
}

/// Exactly as large as the box, upright, in sRGB; larger than it was too.
static inline int vitrina_vips_resize(const vitrina_vips *vips, const void *bytes, size_t size, int width, int height,
                                      VitrinaVipsImage **image) {
    return VITRINA_CALL(vips, thumbnail_buffer, int (*)(const void *, size_t, VitrinaVipsImage **, int, ...))(
        bytes, size, image, width, "height", height, "size", 3, "export_profile", "srgb", VITRINA_STRICT, (char *)0);
}

static inline int vitrina_vips_turn(const vitrina_vips *vips, VitrinaVipsImage *image, VitrinaVipsImage **turned) {
    return VITRINA_CALL(vips, autorot, VitrinaVipsTurn)(image, turned, (char *)0);
}

static inline int vitrina_vips_crop(const vitrina_vips *vips, VitrinaVipsImage *image, int left, int top, int width,
                                    int height, VitrinaVipsImage **part) {
    return VITRINA_CALL(vips, extract_area,
                        int (*)(VitrinaVipsImage *, VitrinaVipsImage **, int, int, int, int, ...))(
        image, part, left, top, width, height, (char *)0);
}

/// The same pixels without the profile of their colours, for a picture in sRGB, which needs none.
static inline int vitrina_vips_plain(const vitrina_vips *vips, VitrinaVipsImage *image, VitrinaVipsImage **plain) {
    if (VITRINA_CALL(vips, copy, VitrinaVipsTurn)(image, plain, (char *)0)) return -1;
    VITRINA_CALL(vips, image_remove, int (*)(VitrinaVipsImage *, const char *))(*plain, "icc-profile-data");
    return 0;
}

/// The file without anything that tells of where it comes from; `bytes` are to be given to `vitrina_vips_free`.
static inline int vitrina_vips_save(const vitrina_vips *vips, VitrinaVipsImage *image, int kind, int quality, void **bytes,
                                    size_t *size) {
    switch (kind) {
    case vitrina_vips_jpeg:
        return VITRINA_CALL(vips, jpegsave_buffer, VitrinaVipsSave)(image, bytes, size, "Q", quality, "strip", 1,
                                                                    "optimize_coding", 1, (char *)0);
    case vitrina_vips_png:
        return VITRINA_CALL(vips, pngsave_buffer, VitrinaVipsSave)(image, bytes, size, "strip", 1, (char *)0);
    default:
        return VITRINA_CALL(vips, webpsave_buffer, VitrinaVipsSave)(image, bytes, size, "Q", quality, "strip", 1,
                                                                    (char *)0);
    }
}
