import Storage

/// Ends what goes on for long, as a stream of events, once the one who was let in may no longer have it.
///
/// It asks the database itself, so it makes no difference on which server, or by which program, somebody was signed
/// out, demoted or deactivated. One query serves all who are watched.
package final class RightsWatch: Sendable {
    /// What is watched: by whom, and what ends it.
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

    /// Watches over something of the author until `forget`; nil where there is nothing that could end.
    ///
    /// `mayGoOn` is told what the author may do now; `end` is called once when that is too little.
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

    /// Whether it may still go on, by what the database holds after this call.
    package func holds(_ number: Int?) async throws -> Bool {
        guard let number else { return true }
        try await look()
        return state.value.watched[number] != nil
    }

    /// Looks what those who are watched may do now, and ends what they may no longer have.
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
