import CLibXML

/// Parses any HTML, as leniently as libxml2 can, and turns its events into pieces.
///
/// No tree is built: only the pieces are kept, so the depth of the document costs no stack.
enum RichTextParser {
    /// The depth of nested elements that the parser follows; deeper ones start again at the top.
    private static let richTextDepthMax = 200

    /// libxml2 must be initialized once before threads use it.
    static let ready: Void = xmlInitParser()

    /// Wraps the whole text, because libxml2 inserts paragraphs for text at the top level.
    private static let root = Array("<x-root>".utf8)

    static func pieces(of html: [UInt8]) -> [RichTextPiece] {
        _ = ready
        var builder = RichTextBuilder()
        var rest = html[...]
        while !rest.isEmpty {
            let read = events(of: root + rest, to: &builder)
            builder.endAll()
            guard let read, read > root.count else { break }
            // The parser stopped within the tag that was too deep.
            rest = rest.dropFirst(read - root.count).drop {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">")
            }
        }
        return builder.pieces
    }

    /// The number of bytes read if the nesting grew too deep to go on; otherwise nil.
    private static func events(of html: [UInt8], to builder: inout RichTextBuilder) -> Int? {
        html.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, let count = Int32(exactly: buffer.count),
                let parser = htmlCreateMemoryParserCtxt(start.assumingMemoryBound(to: CChar.self), count)
            else { return nil }
            defer { htmlFreeParserCtxt(parser) }
            let options = [
                HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET,
                HTML_PARSE_NOIMPLIED, HTML_PARSE_IGNORE_ENC,
            ]
            _ = htmlCtxtUseOptions(parser, options.reduce(0) { $0 | Int32($1.rawValue) })
            parser.pointee.charset = Int32(XML_CHAR_ENCODING_UTF8.rawValue)
            parser.pointee.sax.pointee = handlers
            return withUnsafeMutablePointer(to: &builder) { builder in
                var reading = Reading(builder: builder, parser: parser)
                return withUnsafeMutablePointer(to: &reading) { reading in
                    parser.pointee.userData = UnsafeMutableRawPointer(reading)
                    htmlParseDocument(parser)
                    return reading.pointee.stoppedAt
                }
            }
        }
    }

    private struct Reading {
        let builder: UnsafeMutablePointer<RichTextBuilder>
        let parser: htmlParserCtxtPtr
        var stoppedAt: Int?

        /// libxml2 searches its whole stack at each end tag, so the stack must stay shallow.
        mutating func checkDepth() {
            guard stoppedAt == nil, parser.pointee.nameNr > RichTextParser.richTextDepthMax,
                let input = parser.pointee.input
            else { return }
            stoppedAt = Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
            xmlStopParser(parser)
        }
    }

    /// The handlers that are used.
    ///
    /// Without handlers for errors, nothing is written to standard error; without handlers for entities or subsets,
    /// nothing is ever fetched.
    private static var handlers: htmlSAXHandler {
        var handlers = htmlSAXHandler()
        handlers.initialized = 1
        handlers.startElement = { context, name, attributes in
            guard let reading = context?.assumingMemoryBound(to: Reading.self), let name else { return }
            reading.pointee.builder.pointee.start(String(cString: name), href: href(attributes))
            reading.pointee.checkDepth()
        }
        handlers.endElement = { context, _ in
            guard let reading = context?.assumingMemoryBound(to: Reading.self) else { return }
            reading.pointee.builder.pointee.end()
        }
        handlers.characters = { context, text, count in
            guard let reading = context?.assumingMemoryBound(to: Reading.self), let text else { return }
            reading.pointee.builder.pointee.add(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handlers.ignorableWhitespace = handlers.characters
        handlers.cdataBlock = handlers.characters
        return handlers
    }
}

/// The value of `href` among alternating names and values, which end with a null.
private func href(_ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> [UInt8]? {
    guard var next = attributes else { return nil }
    while let name = next.pointee {
        if String(cString: name) == "href", let value = next[1] {
            return Array(UnsafeBufferPointer(start: value, count: Int(xmlStrlen(value))))
        }
        next += 2
    }
    return nil
}
