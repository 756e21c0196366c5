import Core
import Storage

/// A store that counts what is asked of it, and can be away.
struct UnsteadyStore: ObjectStore {
    struct State: Sendable {
        var isAway = false
        /// The calls, by name.
        var calls: [String: Int] = [:]
        /// Runs before an object is removed.
        var beforeRemoval: (@Sendable () async throws -> Void)?
    }

    let base: any ObjectStore
    let state = Locked(State())

    init(_ base: any ObjectStore) { self.base = base }

    var place: String { base.place }

    func put(_ key: ObjectKey, file path: String) async throws {
        try note("put")
        try await base.put(key, file: path)
    }

    func get(_ key: ObjectKey, to path: String) async throws {
        try note("get")
        // The other readers should find it under way.
        try await Task.sleep(for: .milliseconds(100))
        try await base.get(key, to: path)
    }

    func size(of key: ObjectKey) async throws -> Int? {
        try note("size")
        return try await base.size(of: key)
    }

    func list(_ prefix: String) async throws -> [StoredObject] {
        try note("list")
        // As if everything had been stored long ago.
        return try await base.list(prefix).map { object in
            StoredObject(key: object.key, size: object.size, storedAt: .earliest)
        }
    }

    func remove(_ key: ObjectKey) async throws {
        try note("remove")
        try await state.value.beforeRemoval?()
        try await base.remove(key)
    }

    func calls(_ name: String) -> Int { state.value.calls[name] ?? 0 }

    private func note(_ name: String) throws {
        let isAway = state.update { state in
            state.calls[name, default: 0] += 1
            return state.isAway
        }
        if isAway { throw ObjectFault.unavailable("It is away.") }
    }
}
