import Core

extension FeedReport {
    /// The report of an import as the admin API answers it.
    package struct Answer: Sendable {
        package let summary: Counts
        package let kinds: [Kind]
        /// The oddities of the file.
        package let warnings: [Fault]

        /// The numbers of rows by what happens to them.
        package struct Counts: Sendable {
            package let added: Int64
            package let changed: Int64
            package let removed: Int64
            package let kept: Int64
            package let unchanged: Int64
        }

        package struct Kind: Sendable {
            package let title: String
            package let counts: Counts
        }
    }
}

extension FeedReport.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        summary = try json.get("summary")
        kinds = try json.get("kinds")
        warnings = try json.get("warnings")
    }
}

extension FeedReport.Answer.Counts: JSONReadable {
    package init(json: JSON) throws(Fault) {
        added = try json.get("added")
        changed = try json.get("changed")
        removed = try json.get("removed")
        kept = try json.get("kept")
        unchanged = try json.get("unchanged")
    }
}

extension FeedReport.Answer.Kind: JSONReadable {
    package init(json: JSON) throws(Fault) {
        title = try json.get("title")
        counts = try FeedReport.Answer.Counts(json: json)
    }
}
