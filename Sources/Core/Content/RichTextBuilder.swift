/// Turns the starts, ends and texts of elements into pieces that nest as HTML requires.
///
/// Text belongs to a leaf (a paragraph, a heading); an enclosing element is either a mark of the text or a container.
/// A leaf is written when it ends, and a container when something is in it, so nothing empty is kept.
struct RichTextBuilder {
    /// The depth of nested lists, items and quotations that is kept.
    private static let richTextContainersMax = 16

    typealias Piece = RichTextPiece

    private(set) var pieces: [Piece] = []
    private var frames: [Frame] = []
    private var containers: [Open] = []
    private var leaf = Piece.Leaf.p
    private var text = RichTextRuns()
    /// The number of open elements that are dropped with their contents.
    private var skipped = 0

    /// The effect of an open element that its end undoes.
    private enum Frame {
        case transparent
        case skipped
        case mark(Int)
        case link(before: [UInt8]?)
        case block(before: Piece.Leaf)
        case container(depth: Int, before: Piece.Leaf)
    }

    private struct Open {
        let container: Piece.Container
        /// True if the item was inserted for content that stood in a list outside its items.
        var isImplicit = false
        var isWritten = false
        /// True if it ends with text of its own, into which other such text would run.
        var endsBare = false
    }

    mutating func start(_ name: String, href: [UInt8]?) {
        frames.append(frame(name, href: href))
    }

    mutating func end() {
        switch frames.popLast() {
        case .transparent, nil: break
        case .skipped: skipped -= 1
        case .mark(let index): text.style.depths[index] -= 1
        case .link(let before): text.style.link = before
        case .block(let before):
            endLeaf()
            leaf = before
        case .container(let depth, let before):
            endLeaf()
            close(to: depth)
            leaf = before
        }
    }

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        if skipped == 0 { text.append(bytes) }
    }

    /// Ends all open elements; the text that follows starts a new paragraph.
    mutating func endAll() {
        while !frames.isEmpty { end() }
        endLeaf()
        close(to: 0)
    }

    private mutating func frame(_ name: String, href: [UInt8]?) -> Frame {
        guard skipped == 0, let element = RichTextElement(name) else {
            skipped += 1
            return .skipped
        }
        switch element {
        case .mark(let mark):
            guard let index = Piece.Mark.allCases.firstIndex(of: mark) else { return .transparent }
            text.style.depths[index] += 1
            return .mark(index)
        case .link: return link(href)
        case .heading(let heading): return block(heading)
        case .block: return block(leaf.isHeading ? leaf : .p)
        case .list(let list): return self.list(list)
        case .entry: return entry()
        case .quotation: return quotation()
        case .lineBreak: text.appendLineBreak()
        case .cell: text.appendSpace()
        case .rule:
            endLeaf()
            write(.rule)
        case .other: break
        }
        return .transparent
    }

    private mutating func link(_ href: [UInt8]?) -> Frame {
        guard let address = href.flatMap(RichTextElement.address) else { return .transparent }
        let before = text.style.link
        text.style.link = address
        return .link(before: before)
    }

    private mutating func block(_ kind: Piece.Leaf) -> Frame {
        endLeaf()
        let before = leaf
        leaf = kind
        return .block(before: before)
    }

    private mutating func list(_ list: Piece.Container) -> Frame {
        // A list needs an item, so there must be room for both.
        guard containers.count + 3 <= Self.richTextContainersMax else { return block(.p) }
        endLeaf()
        enterEntry()
        return open(list, leaf: .bare)
    }

    private mutating func entry() -> Frame {
        endLeaf()
        if containers.last?.isImplicit == true { close(to: containers.count - 1) }
        guard isInList else { return block(leaf.isHeading ? leaf : .p) }
        return open(.li, leaf: .bare)
    }

    private mutating func quotation() -> Frame {
        guard containers.count + 2 <= Self.richTextContainersMax else { return block(.p) }
        endLeaf()
        enterEntry()
        return open(.blockquote, leaf: .p)
    }

    private mutating func open(_ container: Piece.Container, leaf kind: Piece.Leaf) -> Frame {
        let before = leaf
        let depth = containers.count
        containers.append(Open(container: container))
        leaf = kind
        return .container(depth: depth, before: before)
    }

    private var isInList: Bool {
        switch containers.last?.container {
        case .ul, .ol: true
        case .li, .blockquote, nil: false
        }
    }

    /// Inserts an item for content that is about to be added directly to a list.
    private mutating func enterEntry() {
        if isInList { containers.append(Open(container: .li, isImplicit: true)) }
    }

    private mutating func endLeaf() {
        guard let runs = text.take() else { return }
        enterEntry()
        let wouldRunOn = containers.last?.endsBare != false
        write(.leaf(leaf == .bare && wouldRunOn ? .p : leaf, runs))
    }

    private mutating func write(_ piece: Piece) {
        enterEntry()
        for index in containers.indices where !containers[index].isWritten {
            containers[index].isWritten = true
            pieces.append(.open(containers[index].container))
            if index > 0 { containers[index - 1].endsBare = false }
        }
        pieces.append(piece)
        guard let last = containers.indices.last else { return }
        if case .leaf(.bare, _) = piece {
            containers[last].endsBare = true
        } else {
            containers[last].endsBare = false
        }
    }

    private mutating func close(to depth: Int) {
        while containers.count > depth, let open = containers.popLast() {
            if open.isWritten { pieces.append(.close(open.container)) }
        }
    }
}
