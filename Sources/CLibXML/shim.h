#include <libxml/xmlversion.h>
// Its converters are of no use here, and the headers of Debian's ICU clash with those inside Foundation.
// Only the layout of xmlCharEncodingHandler depends on this, which nobody touches.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
