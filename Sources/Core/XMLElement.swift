import CLibXML

/// An element of an XML document, with those in it; attributes and the prefixes of names are left out.
struct XMLElement: Sendable {
    let name: String
    fileprivate(set) var text = ""
    fileprivate(set) var children: [XMLElement] = []

    fileprivate init(name: String) { self.name = name }

    /// Parses a document; nil if it is not well-formed.
    init?(parsing bytes: [UInt8]) {
        // libxml2 must be initialized once before threads use it.
        _ = RichTextParser.ready
        var builder = XMLBuilder()
        let code = bytes.withUnsafeBytes { buffer -> Int32 in
            guard let start = buffer.baseAddress, let count = Int32(exactly: buffer.count) else { return -1 }
            var handlers = XMLBuilder.handlers
            return withUnsafeMutablePointer(to: &builder) { builder in
                xmlSAXUserParseMemory(
                    &handlers,
                    UnsafeMutableRawPointer(builder),
                    start.assumingMemoryBound(to: CChar.self),
                    count
                )
            }
        }
        guard code == 0, let root = builder.root else { return nil }
        self = root
    }

    /// The text of the first element with this name.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }
}

/// Makes elements of the events of the parser, which bounds the depth of a document.
private struct XMLBuilder {
    private(set) var root: XMLElement?
    /// The elements that have begun and not ended, each with the bytes of its text.
    private var open: [(element: XMLElement, text: [UInt8])] = []

    mutating func start(_ name: String) {
        let local = name.split(separator: ":").last.map { String($0) } ?? name
        open.append((element: XMLElement(name: local), text: []))
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += text
    }

    mutating func end() {
        guard let last = open.popLast() else { return }
        var element = last.element
        element.text = String(decoding: last.text, as: UTF8.self)
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].element.children.append(element)
        }
    }

    /// The handlers that are used.
    ///
    /// Without handlers for errors, nothing is written to standard error; without handlers for entities or subsets,
    /// nothing is ever fetched or expanded.
    static var handlers: xmlSAXHandler {
        var handlers = xmlSAXHandler()
        handlers.initialized = 1
        handlers.startElement = { context, name, _ in
            guard let builder = context?.assumingMemoryBound(to: XMLBuilder.self), let name else { return }
            builder.pointee.start(String(cString: name))
        }
        handlers.endElement = { context, _ in
            guard let builder = context?.assumingMemoryBound(to: XMLBuilder.self) else { return }
            builder.pointee.end()
        }
        handlers.characters = { context, text, count in
            guard let builder = context?.assumingMemoryBound(to: XMLBuilder.self), let text else { return }
            builder.pointee.add(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handlers.ignorableWhitespace = handlers.characters
        handlers.cdataBlock = handlers.characters
        return handlers
    }
}
