import Storage

/// A page of the list of a bucket (ListObjectsV2).
struct S3List: Sendable {
    struct Entry: Sendable, Hashable {
        let key: String
        let size: Int
        let storedAt: Timestamp?
    }

    let entries: [Entry]
    /// Asks for the next page; nil on the last one.
    let next: String?

    /// Nil if the bytes are no such list.
    init?(parsing bytes: [UInt8]) {
        guard let root = XMLElement(parsing: bytes), root.name == "ListBucketResult" else { return nil }
        var entries: [Entry] = []
        for element in root.children where element.name == "Contents" {
            guard let key = element["Key"], let size = element["Size"].flatMap({ Int($0) }), size >= 0 else {
                return nil
            }
            let storedAt = element["LastModified"].flatMap { Timestamp($0) }
            entries.append(Entry(key: key, size: size, storedAt: storedAt))
        }
        let next = root["NextContinuationToken"]
        // A list that says it goes on, and not how, would be taken for a whole one.
        if root["IsTruncated"] == "true", next == nil { return nil }
        self.entries = entries
        self.next = root["IsTruncated"] == "true" ? next : nil
    }
}
