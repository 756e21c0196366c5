/// The difference of two texts, word by word.
package struct TextDiff: Sendable, Hashable {
    /// The number of words and tags that are compared one by one; a longer text is compared as a whole.
    private static let diffWordsMax = 2_000

    package enum Kind: String, Sendable, JSONReadable {
        case same, removed, added
    }

    package struct Part: Sendable, Hashable {
        package let kind: Kind
        package let text: String
    }

    /// Adjacent parts are of different kinds; a removed part comes before the one added in its place.
    package let parts: [Part]

    package init(from before: String, to after: String) {
        let (old, new) = (Self.words(before), Self.words(after))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }
            .count
        var builder = Builder()
        builder.add(.same, old.prefix(start))
        let (oldMiddle, newMiddle) = (old.dropFirst(start).dropLast(end), new.dropFirst(start).dropLast(end))
        if oldMiddle.count + newMiddle.count <= Self.diffWordsMax {
            builder.addDifference(from: Array(oldMiddle), to: Array(newMiddle))
        } else {
            builder.add(.removed, oldMiddle)
            builder.add(.added, newMiddle)
        }
        builder.add(.same, old.suffix(end))
        builder.flush()
        parts = builder.parts
    }

    /// The text split into words, white space and tags.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = text[...]
        while let first = rest.first {
            let word: Substring
            if first == "<", let end = rest.firstIndex(of: ">") {
                word = rest[...end]
            } else if first.isLetter || first.isNumber {
                word = rest.prefix { $0.isLetter || $0.isNumber }
            } else if first.isWhitespace {
                word = rest.prefix(while: \.isWhitespace)
            } else {
                word = rest.prefix(1)
            }
            words.append(word)
            rest = rest[word.endIndex...]
        }
        return words
    }

    private struct Builder {
        var parts: [Part] = []
        private var removed = ""
        private var added = ""

        mutating func add(_ kind: Kind, _ words: some Sequence<Substring>) {
            for word in words {
                switch kind {
                case .removed: removed += word
                case .added: added += word
                case .same:
                    flush()
                    if let last = parts.last, last.kind == .same {
                        parts[parts.count - 1] = Part(kind: .same, text: last.text + word)
                    } else {
                        parts.append(Part(kind: .same, text: String(word)))
                    }
                }
            }
        }

        mutating func addDifference(from old: [Substring], to new: [Substring]) {
            var (isRemoved, isAdded) = (Set<Int>(), Set<Int>())
            for change in new.difference(from: old) {
                switch change {
                case .remove(let offset, _, _): isRemoved.insert(offset)
                case .insert(let offset, _, _): isAdded.insert(offset)
                }
            }
            var (oldIndex, newIndex) = (0, 0)
            while oldIndex < old.count || newIndex < new.count {
                if isRemoved.contains(oldIndex) {
                    add(.removed, [old[oldIndex]])
                    oldIndex += 1
                } else if isAdded.contains(newIndex) {
                    add(.added, [new[newIndex]])
                    newIndex += 1
                } else {
                    add(.same, [new[newIndex]])
                    (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
                }
            }
        }

        mutating func flush() {
            if !removed.isEmpty { parts.append(Part(kind: .removed, text: removed)) }
            if !added.isEmpty { parts.append(Part(kind: .added, text: added)) }
            (removed, added) = ("", "")
        }
    }
}

extension TextDiff: JSONReadable {
    package var json: JSON {
        .array(parts.map { ["kind": .string($0.kind.rawValue), "text": .string($0.text)] })
    }

    package init(json: JSON) throws(Fault) { parts = try [Part](json: json) }
}

extension TextDiff.Part: JSONReadable {
    package init(json: JSON) throws(Fault) {
        kind = try json.get("kind")
        text = try json.get("text")
    }
}
