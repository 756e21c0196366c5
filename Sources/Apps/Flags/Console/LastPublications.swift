import Core
import Storage
import Web

/// The last publication of each parameter; the changes of a version are cached, as versions never change.
struct LastPublications: Sendable {
    struct Touch: Sendable {
        let by: String
        let at: String
    }

    /// The most versions searched.
    private static let versionsMax = 20
    private static let keptMax = 2_000

    private let kept = Locked<[String: [String]]>([:])

    func all(_ id: String, _ api: AdminAPI) async throws -> [String: Touch] {
        let path = "/flags/\(id)"
        let versions = try await api.get("\(path)/versions", [("limit", String(Self.versionsMax))])
        var touches: [String: Touch] = [:]
        for version in versions["items"]?.array ?? [] {
            let number = version["number"]?.integer ?? 0
            let at = version["at"]?.string ?? ""
            let touch = Touch(by: version["by"]?.string ?? "", at: at)
            for key in try await changed(number, at, path, api) where touches[key] == nil {
                touches[key] = touch
            }
        }
        return touches
    }

    /// The time is part of the cache key: a project that was deleted and created again repeats the numbers.
    private func changed(
        _ number: Int64,
        _ at: String,
        _ path: String,
        _ api: AdminAPI
    ) async throws -> [String] {
        let name = "\(path) \(number) \(at)"
        if let keys = kept.value[name] { return keys }
        let diff = try await api.get("\(path)/versions/\(number)/diff")
        let keys = (diff["changes"]?.array ?? []).filter { $0["subject"] == "parameter" }
            .compactMap { $0["name"]?.string }
        kept.update { kept in
            if kept.count >= Self.keptMax { kept = [:] }
            kept[name] = keys
        }
        return keys
    }
}
