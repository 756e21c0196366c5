import Core
import Storage

/// A version that somebody else has published, with the names of its changes.
package struct ForeignFlagVersion: Sendable {
    package let info: FlagVersion.Info
    package let changed: [String]

    package var json: JSON {
        info.json.merged(with: ["changed": .array(changed.map { .string($0) })])
    }
}

/// The difference between two versions.
package struct FlagComparison: Sendable {
    /// The number of the other version; 0 for the empty template.
    package let from: Int64
    package let changes: [FlagChange]
}

extension FlagStore {
    /// Compares a version with another one, or with the previous one if `number` is nil.
    package func compare(_ version: FlagVersion, with number: Int64? = nil) async throws -> FlagComparison {
        let from = number ?? version.number - 1
        let other = from > 0 ? try await self.version(from, version.place).sheet : AnnotatedTemplate()
        return FlagComparison(from: from, changes: FlagDiff.changes(from: other, to: version.sheet))
    }

    /// The number of versions that are returned.
    private static let foreignMax = 20

    /// The versions after a number that others than the author have published, newest first.
    package func foreignVersions(
        to author: Author,
        after number: Int64,
        upTo last: Int64,
        _ place: FlagPlace
    ) async throws -> [ForeignFlagVersion] {
        guard number < last else { return [] }
        let query = FlagVersionQuery(limit: Limits.flagVersionsMax, before: last + 1)
        let infos = try await versions(query, place).elements.filter {
            $0.number > number && !$0.isOf(author)
        }
        return try await database.read { connection in
            try infos.prefix(Self.foreignMax).map { info in
                let changes = FlagDiff.changes(
                    from: try connection.flagSheet(info.number - 1, place),
                    to: try connection.flagSheet(info.number, place)
                )
                return ForeignFlagVersion(info: info, changed: changes.map(\.name).filter { !$0.isEmpty })
            }
        }
    }
}

extension FlagVersion.Info {
    /// True for a version by this author; an author without an account is identified by name.
    fileprivate func isOf(_ author: Author) -> Bool {
        staffID == author.staffID && (staffID != nil || self.author == author.name)
    }
}

extension ForeignFlagVersion {
    /// A version of somebody else, as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let version: FlagVersion.Answer
        package let changed: [String]

        package init(json: JSON) throws(Fault) {
            version = try FlagVersion.Answer(json: json)
            changed = try json.get("changed")
        }
    }
}
