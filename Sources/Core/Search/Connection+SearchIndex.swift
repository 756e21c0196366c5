import Storage

extension Connection {
    /// Queues an entry for the search index if a search may tell the difference; called with every committed change.
    func queueForSearch(_ before: Content?, _ after: Content, of type: ContentType) throws {
        if let before, before.shelf == after.shelf, type.haveSameSearchTexts(before.fields, after.fields) {
            return
        }
        try send("INSERT INTO search_queue (content_id) VALUES (\(after.id))")
    }

    /// Updates the index to the current state of entries.
    ///
    /// Only the difference is written. The existing postings are read first, so a wrong posting is corrected by the
    /// next change of its entry. Those of all entries are written in the order of the table, where neighbours share pages.
    func index(_ contents: [Content], of type: ContentType) throws {
        let documents = try documents(of: contents.map(\.id))
        let present = try postings(of: documents.values.sorted())
        var words: [Int64: SearchWord] = [:]
        var added: [Posting] = []
        for content in contents {
            guard let document = documents[content.id] else { continue }
            let had = present[document] ?? [:]
            let wanted = Postings(of: content, type, had: had)
            words.merge(wanted.words) { $1 }
            let gone = had.filter { wanted.weights[$0.key] != $0.value }.keys.sorted()
            for block in gone.blocks(of: blockSize) {
                let terms = block.padded.map { "\($0)" as SQL }.joined(separator: ", ")
                try send("DELETE FROM search_places WHERE document = \(document) AND term IN (\(terms))")
            }
            added += wanted.weights.filter { had[$0.key] != $0.value }.map { ($0.key, $0.value, document) }
        }
        try learn(words)
        try insert(
            added.sorted(by: <).map { [$0.term.value, $0.weight.value, $0.document.value] },
            into: "search_places",
            ["term", "weight", "document"],
            "ON CONFLICT DO NOTHING"
        )
    }

    /// The weights of entries in the index, by their documents and terms.
    private func postings(of documents: [Int64]) throws -> [Int64: [Int64: Int64]] {
        var found: [Int64: [Int64: Int64]] = [:]
        for block in documents.blocks(of: blockSize) {
            let rows = try rows(
                "SELECT document, term, weight FROM search_places WHERE document \(isAmong(block))"
            )
            for row in rows {
                let document: Int64 = try row.get("document")
                let term: Int64 = try row.get("term")
                found[document, default: [:]][term] = max(found[document]?[term] ?? 0, try row.get("weight"))
            }
        }
        return found
    }

    /// The documents of entries, by their ids; an entry without one gets it.
    private func documents(of ids: [String]) throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for block in ids.blocks(of: blockSize) {
            let list = block.padded.map { "\($0)" as SQL }.joined(separator: ", ")
            let rows = try rows(
                "SELECT content_id, number FROM search_documents WHERE content_id IN (\(list))"
            )
            for row in rows { numbers[try row.get("content_id")] = try row.get("number") }
        }
        for block in ids.filter({ numbers[$0] == nil }).blocks(of: blockSize) {
            let values = block.padded.map { "(\(SearchPlace.document($0)), \($0))" as SQL }
            let made = try rows(
                """
                INSERT INTO search_documents (number, content_id) VALUES \(values.joined(separator: ", "))
                ON CONFLICT DO NOTHING RETURNING content_id, number
                """
            )
            for row in made { numbers[try row.get("content_id")] = try row.get("number") }
        }
        for id in ids where numbers[id] == nil { numbers[id] = try newDocument(for: id) }
        return numbers
    }

    /// The document of an entry whose first number is taken.
    private func newDocument(for id: String) throws -> Int64 {
        for attempt in 1...documentTriesMax {
            let number = SearchPlace.document(id, attempt: attempt)
            let count = try execute(
                """
                INSERT INTO search_documents (number, content_id) VALUES (\(number), \(id))
                ON CONFLICT (number) DO NOTHING
                """
            )
            if count == 1 { return number }
        }
        throw StorageError.other("no number is free for \(id)")
    }

    /// Adds words to the vocabulary, with the variants of new ones.
    ///
    /// In the order of their numbers, so that concurrent writers cannot deadlock.
    private func learn(_ words: [Int64: SearchWord]) throws {
        var new: [Int64] = []
        for block in words.sorted(by: { $0.key < $1.key }).blocks(of: blockSize) {
            let values = block.padded.map { "(\($0.key), \($0.value.text), \($0.value.key))" as SQL }
            new += try rows(
                """
                INSERT INTO search_words (id, word, key) VALUES \(values.joined(separator: ", "))
                ON CONFLICT DO NOTHING RETURNING id
                """
            ).map { try $0.get("id") }
        }
        let variants = new.sorted().flatMap { id in
            (words[id]?.variants.sorted() ?? []).map { [$0.value, id.value] }
        }
        try insert(variants, into: "search_variants", ["variant", "word"], "ON CONFLICT DO NOTHING")
    }

    /// Empties the index.
    func clearSearchIndex() throws {
        for table in ["search_places", "search_documents", "search_variants", "search_words"] {
            try send("DELETE FROM \(name: table)")
        }
    }
}

/// A row of `search_places`.
private typealias Posting = (term: Int64, weight: Int64, document: Int64)

/// What the index shall hold of an entry.
private struct Postings {
    /// The weights by the terms.
    var weights: [Int64: Int64] = [:]
    /// The words of the vocabulary that the entry did not have before.
    var words: [Int64: SearchWord] = [:]

    /// `had` are the weights that are in the index.
    init(of content: Content, _ type: ContentType, had: [Int64: Int64]) {
        for (text, weight) in type.searchWords(in: content.fields) {
            let word = SearchWord(text)
            var terms = [text]
            if weight.isName { terms += SearchPlace.beginnings(of: word) }
            for (index, text) in terms.enumerated() {
                let term = SearchPlace.term(text, of: type.name, on: content.shelf)
                let weight = Int64(weight.rawValue)
                weights[term] = max(weights[term] ?? 0, weight)
                if index == 0, had[term] == nil { words[SearchPlace.word(text)] = word }
            }
        }
    }
}

private let documentTriesMax: Int64 = 1_000
private let blockSize = 256

extension SearchWord {
    /// The forms by which the word is found if one letter is wrong.
    fileprivate var variants: Set<Int64> {
        guard length >= Typo.lengthMin, mayHoldTypo else { return [] }
        return Set(
            typoForms.flatMap { form in
                Typo.shortened(form).union([form]).map { SearchPlace.number($0.utf8) }
            }
        )
    }
}

extension Collection {
    /// The elements in groups of at most `size`.
    func blocks(of size: Int) -> [[Element]] {
        var blocks: [[Element]] = []
        var rest = self[...]
        while !rest.isEmpty {
            blocks.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return blocks
    }
}

extension Array {
    /// The elements with the last one repeated up to one of a few sizes, so that few statements are prepared.
    var padded: [Element] {
        guard let last, count > 1 else { return self }
        let step = count <= 8 ? 2 : count <= 64 ? 8 : count <= 256 ? 32 : 256
        return self + Array(repeating: last, count: (step - count % step) % step)
    }
}
