import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Edits of a user's profile by staff.
struct MallUserEditTests {
    private static let users = MallUserTests.users
    private static let clerk = MallUserActTests.clerk

    /// Edits a user from the current revision, or from another one.
    private func edit(
        _ vitrina: Vitrina,
        _ id: String,
        _ body: JSON,
        from revision: Int64? = nil,
        as author: Author = MallUserActTests.clerk
    ) async throws -> Vitrina.Reply {
        let user = try await vitrina.send(.get, "\(Self.users)/\(id)", as: Self.clerk)
        let seen = revision ?? user.json["revision"]?.integer ?? 0
        let headers: HTTPFields = [.ifMatch: "\"\(seen)\""]
        return try await vitrina.send(.patch, "\(Self.users)/\(id)", body, headers: headers, as: author)
    }

    // M97
    @Test(arguments: TestDatabase.all)
    func `a name put right reaches the app, and is found by`(kind: TestDatabase) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let edited = try await edit(
                vitrina,
                anna.userID,
                ["name": " Анна Петрова ", "email": "Petrova@mail.ru"]
            )
            #expect(edited.status == 200 && edited.json["name"] == "Анна Петрова")
            #expect(try await anna.my(.get, "").json["name"] == "Анна Петрова")
            let found = try await vitrina.send(
                .get,
                "\(Self.users)?q=\("петрова".percentEncoded)",
                as: Self.clerk
            )
            #expect(found.json.items.count == 1)
            let line = try await MallUserActTests.audit(vitrina, "person.changed").first
            #expect(line?["detail"] == ["fields": ["name", "email"]])
            #expect(line?.text.contains("етрова") == false)
            for body: JSON in [
                [:], ["name": ""], ["name": "a\nb"], ["name": 5], ["email": "x"], ["phone": "+79990000009"],
                ["name": .string(String(repeating: "я", count: 101))], ["email": "a@b"], ["balance": 5],
            ] {
                #expect(try await edit(vitrina, anna.userID, body).status == 422, "\(body)")
            }
            let body: JSON = ["name": "X Y"]
            for author in [Vitrina.editor, Vitrina.viewer, MallUserTests.reader] {
                #expect(try await edit(vitrina, anna.userID, body, as: author).status == 403)
            }
            #expect(try await MallUserActTests.audit(vitrina, "person.changed").count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of two who put a name right the second is told what the first has done`(
        kind: TestDatabase
    ) async throws {
        try await withMall(kind) { vitrina in
            let anna = try await vitrina.member(1)
            let path = "\(Self.users)/\(anna.userID)"
            let seen = try await vitrina.send(.get, path, as: Self.clerk)
            let revision = seen.json["revision"]?.integer
            #expect(seen.headers[.eTag] == revision.map { "\"\($0)\"" })

            #expect(try await edit(vitrina, anna.userID, ["name": "Анна"], from: revision).status == 200)
            let late = try await edit(vitrina, anna.userID, ["name": "Аня"], from: revision)

            #expect(late.status == 412 && late.json["current"]?["name"] == "Анна", "\(late.text)")
            #expect(try await vitrina.send(.patch, path, ["name": "Аня"], as: Self.clerk).status == 428)
            // A reader of initials gets no revision, because it would allow guesses of the values.
            let masked = try await vitrina.send(.get, path, as: Vitrina.editor)
            #expect(masked.json["revision"] == .null && masked.headers[.eTag] == nil)
        }
    }
}
