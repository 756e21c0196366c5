#pragma once
#include <dlfcn.h>
#include <stdint.h>

// Pango and Cairo are opened when the first document is set and not linked, as libvips is, which brings them along. So
// no command of the program takes longer to start. What is declared is the interface of libpangocairo-1.0.so.0 and
// libcairo.so.2.

typedef struct VitrinaPage VitrinaPage;
typedef struct VitrinaSurface VitrinaSurface;
typedef struct VitrinaLayout VitrinaLayout;
typedef struct VitrinaLine VitrinaLine;
typedef struct VitrinaFont VitrinaFont;
typedef int (*vitrina_write)(void *closure, const unsigned char *data, unsigned int length);

typedef struct {
    int x, y, width, height;
} vitrina_rectangle;

/// Addresses of functions.
typedef struct {
    uintptr_t surface_create, surface_finish, surface_destroy, surface_status, metadata, create, destroy, show_page;
    uintptr_t move_to, line_to, stroke, line_width, color;
    uintptr_t layout_create, set_markup, set_width, set_wrap, set_font, line_count, line, show_line, line_extents;
    uintptr_t font_parse, font_free, unref;
} vitrina_pango;

#define VITRINA_CALL_PANGO(pango, name, type) ((type)(pango)->name)

/// False where there is no Pango, or none that fits.
static inline int vitrina_pango_open(vitrina_pango *pango) {
    void *cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void *text = dlopen("libpango-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *both = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    void *object = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!cairo || !text || !both || !object) return 0;
#define VITRINA_FIND(library, name, symbol) if (!(pango->name = (uintptr_t)dlsym(library, symbol))) return 0
    VITRINA_FIND(cairo, surface_create, "cairo_pdf_surface_create_for_stream");
    VITRINA_FIND(cairo, surface_finish, "cairo_surface_finish");
    VITRINA_FIND(cairo, surface_destroy, "cairo_surface_destroy");
    VITRINA_FIND(cairo, surface_status, "cairo_surface_status");
    VITRINA_FIND(cairo, metadata, "cairo_pdf_surface_set_metadata");
    VITRINA_FIND(cairo, create, "cairo_create");
    VITRINA_FIND(cairo, destroy, "cairo_destroy");
    VITRINA_FIND(cairo, show_page, "cairo_show_page");
    VITRINA_FIND(cairo, move_to, "cairo_move_to");
    VITRINA_FIND(cairo, line_to, "cairo_line_to");
    VITRINA_FIND(cairo, stroke, "cairo_stroke");
    VITRINA_FIND(cairo, line_width, "cairo_set_line_width");
    VITRINA_FIND(cairo, color, "cairo_set_source_rgb");
    VITRINA_FIND(both, layout_create, "pango_cairo_create_layout");
    VITRINA_FIND(text, set_markup, "pango_layout_set_markup");
    VITRINA_FIND(text, set_width, "pango_layout_set_width");
    VITRINA_FIND(text, set_wrap, "pango_layout_set_wrap");
    VITRINA_FIND(text, set_font, "pango_layout_set_font_description");
    VITRINA_FIND(text, line_count, "pango_layout_get_line_count");
    VITRINA_FIND(text, line, "pango_layout_get_line_readonly");
    VITRINA_FIND(both, show_line, "pango_cairo_show_layout_line");
    VITRINA_FIND(text, line_extents, "pango_layout_line_get_extents");
    VITRINA_FIND(text, font_parse, "pango_font_description_from_string");
    VITRINA_FIND(text, font_free, "pango_font_description_free");
    VITRINA_FIND(object, unref, "g_object_unref");
#undef VITRINA_FIND
    return 1;
}

/// A PDF file whose bytes go to `write`; its pages are so many points wide and high.
static inline VitrinaSurface *vitrina_pango_surface(const vitrina_pango *pango, vitrina_write write, void *closure,
                                                    double width, double height) {
    return VITRINA_CALL_PANGO(pango, surface_create,
                              VitrinaSurface * (*)(vitrina_write, void *, double, double))(write, closure, width, height);
}

/// `what` is 0 for the title, 4 for the time of creation.
static inline void vitrina_pango_describe(const vitrina_pango *pango, VitrinaSurface *surface, int what,
                                          const char *text) {
    VITRINA_CALL_PANGO(pango, metadata, void (*)(VitrinaSurface *, int, const char *))(surface, what, text);
}

static inline VitrinaPage *vitrina_pango_page(const vitrina_pango *pango, VitrinaSurface *surface) {
    return VITRINA_CALL_PANGO(pango, create, VitrinaPage * (*)(VitrinaSurface *))(surface);
}

/// Ends the file; 0 unless something went wrong.
static inline int vitrina_pango_end(const vitrina_pango *pango, VitrinaPage *page, VitrinaSurface *surface) {
    VITRINA_CALL_PANGO(pango, destroy, void (*)(VitrinaPage *))(page);
    VITRINA_CALL_PANGO(pango, surface_finish, void (*)(VitrinaSurface *))(surface);
    int status = VITRINA_CALL_PANGO(pango, surface_status, int (*)(VitrinaSurface *))(surface);
    VITRINA_CALL_PANGO(pango, surface_destroy, void (*)(VitrinaSurface *))(surface);
    return status;
}

static inline void vitrina_pango_next_page(const vitrina_pango *pango, VitrinaPage *page) {
    VITRINA_CALL_PANGO(pango, show_page, void (*)(VitrinaPage *))(page);
}

/// A thin grey line.
static inline void vitrina_pango_rule(const vitrina_pango *pango, VitrinaPage *page, double left, double right,
                                      double y) {
    VITRINA_CALL_PANGO(pango, color, void (*)(VitrinaPage *, double, double, double))(page, 0.7, 0.7, 0.7);
    VITRINA_CALL_PANGO(pango, line_width, void (*)(VitrinaPage *, double))(page, 0.5);
    VITRINA_CALL_PANGO(pango, move_to, void (*)(VitrinaPage *, double, double))(page, left, y);
    VITRINA_CALL_PANGO(pango, line_to, void (*)(VitrinaPage *, double, double))(page, right, y);
    VITRINA_CALL_PANGO(pango, stroke, void (*)(VitrinaPage *))(page);
    VITRINA_CALL_PANGO(pango, color, void (*)(VitrinaPage *, double, double, double))(page, 0, 0, 0);
}

/// Text of Pango's markup in a font, wrapped at the width.
static inline VitrinaLayout *vitrina_pango_layout(const vitrina_pango *pango, VitrinaPage *page, const char *markup,
                                                  const char *font, double width) {
    VitrinaLayout *layout = VITRINA_CALL_PANGO(pango, layout_create, VitrinaLayout * (*)(VitrinaPage *))(page);
    VitrinaFont *wanted = VITRINA_CALL_PANGO(pango, font_parse, VitrinaFont * (*)(const char *))(font);
    VITRINA_CALL_PANGO(pango, set_font, void (*)(VitrinaLayout *, VitrinaFont *))(layout, wanted);
    VITRINA_CALL_PANGO(pango, font_free, void (*)(VitrinaFont *))(wanted);
    VITRINA_CALL_PANGO(pango, set_width, void (*)(VitrinaLayout *, int))(layout, (int)(width * 1024));
    // Between words, and within a word that is longer than the line.
    VITRINA_CALL_PANGO(pango, set_wrap, void (*)(VitrinaLayout *, int))(layout, 2);
    VITRINA_CALL_PANGO(pango, set_markup, void (*)(VitrinaLayout *, const char *, int))(layout, markup, -1);
    return layout;
}

static inline void vitrina_pango_end_layout(const vitrina_pango *pango, VitrinaLayout *layout) {
    VITRINA_CALL_PANGO(pango, unref, void (*)(void *))(layout);
}

static inline int vitrina_pango_line_count(const vitrina_pango *pango, VitrinaLayout *layout) {
    return VITRINA_CALL_PANGO(pango, line_count, int (*)(VitrinaLayout *))(layout);
}

/// The height of a line in points, and the distance of its baseline from its top.
static inline double vitrina_pango_line_height(const vitrina_pango *pango, VitrinaLayout *layout, int index,
                                               double *ascent) {
    VitrinaLine *line = VITRINA_CALL_PANGO(pango, line, VitrinaLine * (*)(VitrinaLayout *, int))(layout, index);
    vitrina_rectangle logical = {0, 0, 0, 0};
    VITRINA_CALL_PANGO(pango, line_extents, void (*)(VitrinaLine *, vitrina_rectangle *, vitrina_rectangle *))(
        line, 0, &logical);
    *ascent = -logical.y / 1024.0;
    return logical.height / 1024.0;
}

/// Draws a line with its baseline at `y`.
static inline void vitrina_pango_show_line(const vitrina_pango *pango, VitrinaPage *page, VitrinaLayout *layout,
                                           int index, double x, double y) {
    VITRINA_CALL_PANGO(pango, move_to, void (*)(VitrinaPage *, double, double))(page, x, y);
    VitrinaLine *line = VITRINA_CALL_PANGO(pango, line, VitrinaLine * (*)(VitrinaLayout *, int))(layout, index);
    VITRINA_CALL_PANGO(pango, show_line, void (*)(VitrinaPage *, VitrinaLine *))(page, line);
}
