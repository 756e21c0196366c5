import Storage

/// All published entries of one type, at one revision.
package struct LiveSet: Sendable {
    package let revision: Int64
    /// Ordered by position, newest first at the same position.
    package private(set) var contents: [LiveContent]
    private var byID: [String: LiveContent]
    private let boundary = Locked(Interval?.none)
    private let flagged = Locked([String: [LiveContent]]())
    private let indexes = Locked([ObjectIdentifier: any LiveIndex]())

    package static let empty = LiveSet(revision: 0, contents: [])

    /// A period in which no entry appears or disappears.
    private struct Interval {
        let start: Timestamp
        let end: Timestamp?
    }

    init(revision: Int64, contents: [LiveContent]) {
        self.revision = revision
        self.contents = contents.sorted(by: LiveContent.precedes)
        byID = Dictionary(contents.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The set at a later revision: `changed` are the ids that changed, `present` their published versions.
    func changed(to revision: Int64, _ changed: Set<String>, present: [LiveContent]) -> LiveSet {
        var set = LiveSet(revision: revision, contents: contents, byID: byID)
        for id in changed {
            guard let old = set.byID.removeValue(forKey: id) else { continue }
            set.contents.remove(at: set.index(of: old))
        }
        for content in present {
            set.byID[content.id] = content
            set.contents.insert(content, at: set.index(of: content))
        }
        return set
    }

    private init(revision: Int64, contents: [LiveContent], byID: [String: LiveContent]) {
        self.revision = revision
        self.contents = contents
        self.byID = byID
    }

    package subscript(id: String) -> LiveContent? { byID[id] }

    /// The entries whose flag is on, which are few, ordered by position.
    package func flagged(_ flag: String) -> [LiveContent] {
        if let known = flagged.value[flag] { return known }
        let found = contents.filter { $0.bool(flag) }
        flagged.update { $0[flag] = found }
        return found
    }

    /// An index of the entries, made on first use and then stored as long as the set.
    package func index<Index: LiveIndex>(_: Index.Type) -> Index {
        let key = ObjectIdentifier(Index.self)
        if let known = indexes.value[key] as? Index { return known }
        let made = Index(contents)
        indexes.update { $0[key] = made }
        return made
    }

    /// The entry that has the slug, or else had it formerly.
    package func named(_ slug: String) -> LiveContent? { index(SlugIndex.self)[slug] }

    /// The index of the entry, or the one at which it would be inserted.
    private func index(of content: LiveContent) -> Int {
        var (low, high) = (0, contents.count)
        while low < high {
            let middle = (low + high) / 2
            if LiveContent.precedes(contents[middle], content) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first moment after `now` at which an entry appears or disappears.
    func nextBoundary(after now: Timestamp) -> Timestamp? {
        if let known = boundary.value, known.start <= now, known.end.map({ now < $0 }) ?? true {
            return known.end
        }
        let end = contents.lazy.compactMap { $0.nextMoment(after: now) }.min()
        boundary.update { $0 = Interval(start: now, end: end) }
        return end
    }
}

/// An index of all published entries of a type, so that no request has to scan them.
package protocol LiveIndex: Sendable {
    /// The entries are ordered by position.
    init(_ contents: [LiveContent])
}

private struct SlugIndex: LiveIndex {
    private var bySlug: [String: LiveContent] = [:]

    init(_ contents: [LiveContent]) {
        for content in contents {
            for slug in content.formerSlugs { bySlug[slug] = content }
        }
        for content in contents { content.slug.map { bySlug[$0] = content } }
    }

    subscript(slug: String) -> LiveContent? { bySlug[slug] }
}
