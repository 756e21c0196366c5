import Storage

/// One content with its working copy and what is published of it.
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
    /// Of a type that is numbered.
    package var number: Int64?
    package var updatedAt: Timestamp
    package var updatedBy: String
    package var trashedAt: Timestamp?
    package var archivedAt: Timestamp?
    /// What an editor works on, where it differs from what is published.
    package var draft: Body?
    /// What apps see, once its window is open.
    package var live: Body?
    /// It was made as a copy of another, and nobody has published it yet.
    package var isCopy = false
    /// What happens to it when its time has come.
    package var schedule = Schedule()

    /// The draft, or what is published where there is none.
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
    /// What a content of this type is called in lists: its title field in the standard language.
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

    /// Every content that a body refers to, with the field that does.
    package func references(in body: Body) -> [(field: Field, target: String, ids: [String])] {
        fields.compactMap { field in
            field.target.map { (field, $0, ids(of: field, in: body)) }
        }
    }

    /// The ids that a body has in a field, whether it holds one or a list.
    func ids(of field: Field, in body: Body) -> [String] {
        body[field.name].map { json in json.string.map { [$0] } ?? json.strings } ?? []
    }

    /// Every upload that a body uses, with the field that does.
    package func uploads(in body: Body) -> [(field: Field, ids: [String])] {
        fields.filter(\.holdsUploads).map { ($0, ids(of: $0, in: body)) }
    }
}

/// The form of a title that lists are sorted by: without case, `ё` beside `е`.
package func sortKey(_ title: String) -> String {
    title.lowercased().replacing("ё", with: "е")
}

/// One line of a content's history.
package struct HistoryEntry: Sendable {
    package enum Action: String, Sendable, CaseIterable {
        case created, copied, saved, published, unpublished, discarded, flagged, moved, restored
        case archived, unarchived, removed, recovered, purged
        /// The change before it was taken back, whichever it was.
        case reverted
        /// It could not be done when its time had come; the note says what, and why not.
        case failed
    }

    package let id: Int64
    package let version: Int64
    package let action: Action
    package let at: Timestamp
    package let author: String
    package let door: String
    package let note: String?
    /// The whole body after the act; nil where the body has not changed, and for what is gone for ever.
    package let body: Body?
}
