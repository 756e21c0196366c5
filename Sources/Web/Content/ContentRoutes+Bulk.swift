import Core
import HTTPTypes
import Hummingbird

extension ContentRoutes {
    /// Applies one change to many entries: those in `ids`, or all that `filter` matches.
    func bulk(_ request: Request, _ context: StaffContext) async throws -> Response {
        _ = try request.flags([])
        let bulk = try BulkRequest(try await request.object(), of: type)
        let act = try act(request, context)
        try act.author.require(.writeContent)
        return try await ProgressResponse.answer(request, context) { report in
            let result = try await store.bulk(bulk.change, on: bulk.selection, of: type, as: act) {
                try await report($0, of: $1)
            }
            return result.json(in: context.language, withIDs: bulk.isListed)
        }
    }
}

/// The body of a bulk change.
struct BulkRequest {
    static let actions = [
        "publish", "unpublish", "discard", "archive", "unarchive", "remove", "recover", "set", "flag", "move",
        "revert",
    ]

    let selection: BulkChange.Selection
    let change: BulkChange
    /// True if the response lists the changed entries.
    let isListed: Bool

    init(_ members: [String: JSON], of type: ContentType) throws(Problem) {
        var reader = MemberReader(members)
        selection = try Self.selection(&reader, of: type)
        let versions = Self.versions(&reader, of: selection)
        let isWhole = reader.choice("mode", ["all", "each"], initially: "all") == "all"
        let isClearing = reader.bool("clear_references")
        let (isAsBefore, keepsDraft) = (reader.bool("as_before"), reader.bool("keep_draft"))
        isListed = reader.bool("list_changed")
        let deed: BulkChange.Deed?
        switch reader.choice("action", Self.actions) {
        case "publish"?: deed = .change(reader.bool("refuse_over") ? .publishUnlessOver : .publish)
        case "unpublish"?: deed = .change(.unpublish)
        case "discard"?: deed = .change(.discard)
        case "archive"?: deed = .change(.archive)
        case "unarchive"?: deed = .change(isAsBefore ? .unarchiveAsBefore : .unarchive)
        case "remove"?: deed = .change(.remove(clearingReferences: isClearing))
        case "recover"?:
            deed = .change(isAsBefore ? .recoverAsBefore : .recover(clearingReferences: isClearing))
        case "revert"?: deed = .change(.revert(version: nil, keepsDraft: keepsDraft))
        case "set"?:
            let days = Self.shift(&reader, of: type)
            let fields = days.isEmpty || reader.has("fields") ? reader.object("fields") : [:]
            let publish = reader.bool("publish")
            deed = .change(
                days.isEmpty ? .save(fields, publish: publish) : .shift(days, fields, publish: publish)
            )
        case "flag"?:
            let (name, value) = (reader.string("field"), reader.requiredBool("value"))
            deed = .change(.setFlag(name, value))
        case "move"?: deed = .move(try Place(reader.object("place")))
        case _: deed = nil
        }
        try reader.finish()
        guard let deed else { throw .invalid([]) }
        change = BulkChange(deed, isWhole: isWhole, versions: versions)
    }

    /// The version of each of the ids, in their order; empty if none are given.
    private static func versions(
        _ reader: inout MemberReader,
        of selection: BulkChange.Selection
    ) -> [String: Int64] {
        guard let versions = reader.take("versions") else { return [:] }
        let numbers = versions.array?.compactMap(\.integer) ?? []
        guard case .ids(let ids) = selection, numbers.count == ids.count,
            numbers.count == versions.array?.count
        else {
            reader.fault(
                "versions",
                "должно быть списком версий, по одной на каждую из ids",
                "must be a list of versions, one for each of ids"
            )
            return [:]
        }
        return Dictionary(zip(ids, numbers)) { first, _ in first }
    }

    /// The days by which dates are shifted, by field.
    private static func shift(_ reader: inout MemberReader, of type: ContentType) -> [String: Int64] {
        guard reader.has("shift") else { return [:] }
        var days: [String: Int64] = [:]
        for (name, value) in reader.object("shift") {
            guard type.datedNames.contains(name) else {
                reader.fault("shift/\(name.clipped)", "это не дата", "is no date of the type")
                continue
            }
            guard let number = value.integer, -Limits.shiftDaysMax...Limits.shiftDaysMax ~= number else {
                reader.fault(
                    "shift/\(name)",
                    "нужно целое число дней, не больше \(Limits.shiftDaysMax)",
                    "must be a whole number of days, at most \(Limits.shiftDaysMax)"
                )
                continue
            }
            days[name] = number
        }
        return days
    }

    private static func selection(
        _ reader: inout MemberReader,
        of type: ContentType
    ) throws(Problem) -> BulkChange.Selection {
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
