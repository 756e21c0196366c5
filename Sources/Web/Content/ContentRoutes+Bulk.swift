import Core
import HTTPTypes
import Hummingbird

extension ContentRoutes {
    /// Does one thing to many contents: those of `ids`, or all that `filter` finds.
    func bulk(_ request: Request, _ context: StaffContext) async throws -> Response {
        _ = try request.flags([])
        let bulk = try BulkRequest(try await request.object(), of: type)
        let act = try act(request, context)
        try act.author.require(.writeContent)
        return try await ProgressResponse.answer(request, context) { report in
            let max = bulk.change.isWhole ? Limits.bulkWholeMax : Limits.bulkMax
            let ids =
                switch bulk.selection {
                case .ids(let ids): ids
                case .filter(let query): try await store.ids(query, of: type, max: max)
                }
            let result = try await store.bulk(bulk.change, on: ids, of: type, as: act) { done in
                try await report(done, of: ids.count)
            }
            return result.json(in: context.language, withIDs: bulk.isListed)
        }
    }
}

/// What the body of a bulk change asks for.
struct BulkRequest {
    enum Selection {
        case ids([String])
        case filter(ContentQuery)
    }

    static let actions = [
        "publish", "unpublish", "discard", "archive", "unarchive", "remove", "recover", "set", "flag", "move",
    ]

    let selection: Selection
    let change: BulkChange
    /// The answer names the contents that were changed.
    let isListed: Bool

    init(_ members: [String: JSON], of type: ContentType) throws(Problem) {
        var reader = MemberReader(members)
        selection = try Self.selection(&reader, of: type)
        let isWhole = reader.choice("mode", ["all", "each"], initially: "all") == "all"
        let isClearing = reader.bool("clear_references")
        isListed = reader.bool("list_changed")
        let deed: BulkChange.Deed?
        switch reader.choice("action", Self.actions) {
        case "publish"?: deed = .change(.publish)
        case "unpublish"?: deed = .change(.unpublish)
        case "discard"?: deed = .change(.discard)
        case "archive"?: deed = .change(.archive)
        case "unarchive"?: deed = .change(.unarchive)
        case "remove"?: deed = .change(.remove(clearingReferences: isClearing))
        case "recover"?: deed = .change(.recover(clearingReferences: isClearing))
        case "set"?:
            let fields = reader.object("fields")
            deed = .change(.save(fields, publish: reader.bool("publish")))
        case "flag"?:
            let (name, value) = (reader.string("field"), reader.requiredBool("value"))
            deed = .change(.setFlag(name, value))
        case "move"?: deed = .move(try Place(reader.object("place")))
        case _: deed = nil
        }
        try reader.finish()
        guard let deed else { throw .invalid([]) }
        change = BulkChange(deed, isWhole: isWhole)
    }

    private static func selection(
        _ reader: inout MemberReader,
        of type: ContentType
    ) throws(Problem) -> Selection {
        switch (reader.take("ids"), reader.take("filter")) {
        case (.array(let elements)?, nil):
            let ids = elements.compactMap(\.string)
            if ids.count != elements.count || ids.isEmpty || Set(ids).count != ids.count {
                reader.fault("ids", "должно быть списком разных id", "must be a list of different ids")
            }
            return .ids(ids)
        case (nil, .object(let filter)?):
            let parameters = filter.sorted { $0.key < $1.key }.map { name, value in
                (name: name, value: value.string ?? value.text)
            }
            for name in ["limit", "cursor", "before", "count", "states"] where filter[name] != nil {
                reader.fault("filter/\(name)", "здесь не нужно", "has no place here")
            }
            return .filter(try ContentQuery(parameters, of: type))
        case (_, _):
            reader.fault("ids", "нужно одно из двух: ids или filter", "or filter must be given, not both")
            return .ids([])
        }
    }
}

extension BulkReport {
    fileprivate func json(in language: Language, withIDs isListed: Bool) -> JSON {
        let failures = failures.map { failure -> JSON in
            [
                "id": .string(failure.id), "problem": .string(failure.problem.kind.rawValue),
                "detail": .string(failure.problem.detail[language]),
                "errors": .array(failure.problem.faults.map { $0.json(in: language) }),
            ]
        }
        var members: [String: JSON] = [
            "changed": .integer(Int64(changed)), "unchanged": .integer(Int64(unchanged)),
            "failed": .integer(Int64(failed)), "failures": .array(failures),
        ]
        if isListed { members["changed_ids"] = .array(changedIDs.map { .string($0) }) }
        return .object(members)
    }
}
