import Storage

/// One entry of a content type: its draft and its published body.
package struct Content: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        case draft, scheduled, live, ended, archived, trash
    }

    package let id: String
    package let type: String
    package var version: Int64
    package var position: Int64
    package let createdAt: Timestamp
    package let createdBy: String
    /// The number of the entry, if its type is numbered.
    package var number: Int64?
    package var updatedAt: Timestamp
    package var updatedBy: String
    package var trashedAt: Timestamp?
    package var archivedAt: Timestamp?
    /// The working copy of an editor, if it differs from what is published.
    package var draft: Body?
    /// The published body, which apps see once its window is open.
    package var live: Body?
    /// True if the entry was made as a copy and has not been published yet.
    package var isCopy = false
    /// The changes planned for later.
    package var schedule = Schedule()

    /// The draft, or the published body if there is no draft.
    package var fields: Body { draft ?? live ?? [:] }

    package func state(at now: Timestamp) -> State {
        switch shelf {
        case .trash: return .trash
        case .archive: return .archived
        case .active: break
        }
        guard let live else { return .draft }
        if let from = live.timestamp("live_from"), now < from { return .scheduled }
        if let until = live.timestamp("live_until"), until < now { return .ended }
        return .live
    }
}

extension ContentType {
    /// The title of an entry of this type in lists: its title field in the standard language.
    package func title(of body: Body) -> String {
        switch body[titleField] {
        case .string(let text)?: text
        case .object(let texts)?:
            texts[Language.standard.rawValue]?.string ?? texts.values.compactMap(\.string).min() ?? ""
        case .null?, .bool?, .integer?, .decimal?, .array?, nil: ""
        }
    }

    func slug(of body: Body) -> String? {
        slugField.flatMap { body[$0.name]?.string }
    }

    /// The entries that a body refers to, by field and type; every field that can refer to a type is there.
    package func references(in body: Body) -> [(field: Field, target: String, ids: [String])] {
        fields.flatMap { field in
            let references = field.references(in: body[field.name])
            return field.targets.map { target in
                var seen: Set<String> = []
                let ids = references.filter { $0.target == target && seen.insert($0.id).inserted }.map(\.id)
                return (field, target, ids)
            }
        }
    }

    /// The ids of uploads that a body has in a field, whether it holds one or a list.
    func ids(of field: Field, in body: Body) -> [String] {
        body[field.name].map { json in json.string.map { [$0] } ?? json.strings } ?? []
    }

    /// The uploads that a body uses, by field.
    package func uploads(in body: Body) -> [(field: Field, ids: [String])] {
        fields.filter(\.holdsUploads).map { ($0, ids(of: $0, in: body)) }
    }
}

/// The sort key of a title: case-insensitive, with `ё` next to `е`.
package func sortKey(_ title: String) -> String {
    title.lowercased().replacing("ё", with: "е")
}

/// One entry of the history of a content entry.
package struct HistoryEntry: Sendable {
    package enum Action: String, Sendable, CaseIterable {
        case created, copied, saved, published, unpublished, discarded, flagged, moved, restored
        case archived, unarchived, removed, recovered, purged
        /// A change was undone, whatever it was.
        case reverted
        /// A scheduled change failed when it was due; the note names it and the reason.
        case failed
    }

    package let id: Int64
    package let version: Int64
    package let action: Action
    package let at: Timestamp
    package let author: String
    package let door: String
    package let note: String?
    /// The whole body after the act; nil if the act did not change it, or the entry was purged.
    package let body: Body?
}
