import Core
import Flags

/// The difference between two versions, as the admin API answers it.
struct FlagDifference: JSONReadable {
    let changes: [FlagChange]
    /// The versions of other people in between.
    let others: [ForeignFlagVersion.Answer]

    init(json: JSON) throws(Fault) {
        changes = try json.get("changes")
        others = try json.get("others")
    }
}

/// The difference between the published versions of two projects, as the admin API answers it.
struct FlagPromotion: JSONReadable {
    let changes: [FlagChange]
    /// The version of the project that would change.
    let to: JSON
    let number: Int64

    init(json: JSON) throws(Fault) {
        changes = try json.get("changes")
        to = try json.get("to")
        number = try json.get("to", as: FlagVersion.Answer.self).number
    }
}

extension FlagPlaceOptions {
    /// The changes that make the project equal another one.
    func promotion(_ session: Session, from project: String) async throws -> FlagPromotion {
        try await session.api.get(
            try await path(session, "promotion"),
            query: query + [("from", project)],
            as: FlagPromotion.self
        )
    }
}
