import Storage

/// Ends long-running operations, such as event streams, once their author loses the permission.
///
/// It queries the database, so it makes no difference on which server, or by which program, somebody was signed
/// out, demoted or deactivated. One query serves all watched operations.
package final class RightsWatch: Sendable {
    /// A watched operation: its credential, its condition, and the action that ends it.
    private struct Watched: Sendable {
        let credential: Author.Credential
        let mayGoOn: @Sendable (Author) -> Bool
        let end: @Sendable () -> Void
    }

    private struct State {
        var last = 0
        var watched: [Int: Watched] = [:]
    }

    private let staff: StaffStore
    private let looks = SingleFlight()
    private let state = Locked(State())

    package init(staff: StaffStore) {
        self.staff = staff
    }

    /// Watches an operation of the author until `forget`; nil if the author cannot lose permissions.
    ///
    /// `mayGoOn` receives the author with the current permissions; `end` is called once when it returns false.
    package func watch(
        _ author: Author,
        mayGoOn: @escaping @Sendable (Author) -> Bool,
        end: @escaping @Sendable () -> Void
    ) -> Int? {
        guard let credential = author.credential else { return nil }
        return state.update { state in
            state.last += 1
            state.watched[state.last] = Watched(credential: credential, mayGoOn: mayGoOn, end: end)
            return state.last
        }
    }

    package func forget(_ number: Int?) {
        guard let number else { return }
        state.update { _ = $0.watched.removeValue(forKey: number) }
    }

    /// True if the operation may go on, according to the database after this call.
    package func holds(_ number: Int?) async throws -> Bool {
        guard let number else { return true }
        try await look()
        return state.value.watched[number] != nil
    }

    /// Checks the current permissions of all watched authors, and ends the operations they no longer permit.
    package func look() async throws {
        guard !state.value.watched.isEmpty else { return }
        try await looks.run {
            let watched = self.state.value.watched
            let authors = try await self.staff.authors(by: Set(watched.values.map(\.credential)))
            for (number, one) in watched {
                if let author = authors[one.credential], one.mayGoOn(author) { continue }
                if self.state.update({ $0.watched.removeValue(forKey: number) }) != nil { one.end() }
            }
        }
    }
}
