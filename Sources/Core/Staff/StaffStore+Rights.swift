import Storage

extension StaffStore {
    /// The current author of each credential; a credential that is missing from the result permits nothing.
    func authors(
        by credentials: Set<Author.Credential>
    ) async throws -> [Author.Credential: Author] {
        let at = now()
        var (sessions, tokens): ([SQL], [SQL]) = ([], [])
        for credential in credentials {
            switch credential {
            case .session(let id): sessions.append("\(id)")
            case .token(let id): tokens.append("\(id)")
            }
        }
        let (ofSessions, ofTokens) = (sessions.joined(separator: ", "), tokens.joined(separator: ", "))
        let (hasSessions, hasTokens) = (!sessions.isEmpty, !tokens.isEmpty)
        return try await database.read { connection in
            var authors: [Author.Credential: Author] = [:]
            if hasSessions {
                for session in try connection.openSessions("staff_sessions.id IN (\(ofSessions))", at: at) {
                    authors[.session(session.id)] = session.author(door: .api)
                }
            }
            if hasTokens {
                for (token, staff) in try connection.openTokens("staff_tokens.id IN (\(ofTokens))", at: at) {
                    authors[.token(token.id)] = token.author(of: staff, door: .api)
                }
            }
            return authors
        }
    }
}
