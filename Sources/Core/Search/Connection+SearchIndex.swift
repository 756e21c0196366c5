import Storage

extension Connection {
    /// Queues an entry for the search index if a search may tell the difference; called with every committed change.
    func queueForSearch(_ before: Content?, _ after: Content, of type: ContentType) throws {
        if let before, before.shelf == after.shelf, type.haveSameSearchTexts(before.fields, after.fields) {
            return
        }
        try send("INSERT INTO search_queue (content_id) VALUES (\(after.id))")
    }

    /// Updates the index to the current state of an entry.
    ///
    /// Only the difference is written. The existing postings are read first, so a wrong posting is corrected by the
    /// next change of its entry.
    func index(_ content: Content, of type: ContentType) throws {
        let document = try document(of: content.id)
        try place(content, of: type, at: document, insteadOf: places(of: document))
    }

    /// The postings of an entry by their terms.
    private func places(of document: Int64) throws -> [Int64: Int64] {
        let rows = try rows("SELECT term, weight FROM search_places WHERE document = \(document)")
        return Dictionary(try rows.map { (try $0.get("term"), try $0.get("weight")) }) { max($0, $1) }
    }

    private func document(of id: String) throws -> Int64 {
        let known = try rows("SELECT number FROM search_documents WHERE content_id = \(id)").first
        return try known?.get("number") ?? newDocument(for: id)
    }

    private func newDocument(for id: String) throws -> Int64 {
        let first = SearchPlace.document(id)
        for number in first..<(first + documentTriesMax) {
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

    /// Replaces the postings of an entry.
    private func place(
        _ content: Content,
        of type: ContentType,
        at document: Int64,
        insteadOf had: [Int64: Int64]
    ) throws {
        var wanted: [Int64: Int64] = [:]
        var new: [Int64: SearchWord] = [:]
        func want(_ text: String, _ weight: SearchWeight) -> Bool {
            let term = SearchPlace.term(text, of: type.name, on: content.shelf)
            wanted[term] = max(wanted[term] ?? 0, Int64(weight.rawValue))
            return had[term] == nil
        }
        for (text, weight) in type.searchWords(in: content.fields) {
            let word = SearchWord(text)
            if want(text, weight) { new[SearchPlace.word(text)] = word }
            guard weight.isName else { continue }
            for beginning in SearchPlace.beginnings(of: word) { _ = want(beginning, weight) }
        }
        try learn(new)
        let gone = had.filter { wanted[$0.key] != $0.value }.keys.sorted()
        for block in gone.blocks(of: blockSize) {
            let terms = block.padded.map { "\($0)" as SQL }.joined(separator: ", ")
            try send("DELETE FROM search_places WHERE document = \(document) AND term IN (\(terms))")
        }
        let added = wanted.filter { had[$0.key] != $0.value }.sorted { $0.key < $1.key }
        for block in added.blocks(of: blockSize) {
            let values = block.padded.map { "(\($0.key), \($0.value), \(document))" as SQL }
            try send(
                """
                INSERT INTO search_places (term, weight, document) VALUES \(values.joined(separator: ", "))
                ON CONFLICT DO NOTHING
                """
            )
        }
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
            (words[id]?.variants.sorted() ?? []).map { "(\($0), \(id))" as SQL }
        }
        for block in variants.blocks(of: blockSize) {
            try send(
                """
                INSERT INTO search_variants (variant, word) VALUES \(block.padded.joined(separator: ", "))
                ON CONFLICT DO NOTHING
                """
            )
        }
    }

    /// Empties the index.
    func clearSearchIndex() throws {
        for table in ["search_places", "search_documents", "search_variants", "search_words"] {
            try send("DELETE FROM \(name: table)")
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
