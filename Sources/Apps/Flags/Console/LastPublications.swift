import Core
import Flags
import Storage
import Web

/// The last publication of each parameter; the changes of a version are cached, as versions never change.
struct LastPublications: Sendable {
    /// The maximum number of searched versions.
    private static let versionsMax = 20
    private static let keptMax = 2_000

    private let kept = Locked<[String: [String]]>([:])

    func all(_ place: FlagPlace, _ store: FlagStore) async throws -> [String: FlagVersion.Info] {
        let versions = try await store.versions(FlagVersionQuery(limit: Self.versionsMax), place)
        var touches: [String: FlagVersion.Info] = [:]
        for version in versions.elements {
            for key in try await changed(version, store) where touches[key] == nil { touches[key] = version }
        }
        return touches
    }

    /// The time is part of the cache key: a project that was deleted and created again repeats the numbers.
    private func changed(_ info: FlagVersion.Info, _ store: FlagStore) async throws -> [String] {
        let name = "\(info.place.project) \(info.number) \(info.at)"
        if let keys = kept.value[name] { return keys }
        let version = try await store.version(info.number, info.place)
        let changes: [FlagChange]
        do {
            changes = try await store.compare(version).changes
        } catch let problem as Problem where problem.kind == .notFound {
            // The previous version is no longer stored.
            changes = []
        }
        let keys = changes.filter { $0.subject == .parameter }.map(\.name)
        kept.update { kept in
            if kept.count >= Self.keptMax { kept = [:] }
            kept[name] = keys
        }
        return keys
    }
}
