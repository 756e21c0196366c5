import Apps
import Core
import Flags
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

struct InstallationTests {
    private func create(_ wire: FlagWire, _ body: String) async throws -> Vitrina.Reply {
        try await wire.post(
            "/v1/projects/\(FlagWire.id)/installations",
            Array(body.utf8),
            headers: [.googleKey: wire.key]
        )
    }

    private func renew(_ wire: FlagWire, _ id: String, _ token: String) async throws -> Vitrina.Reply {
        try await wire.post(
            "/v1/projects/\(FlagWire.id)/installations/\(id)/authTokens:generate",
            Array(#"{"installation":{"sdkVersion":"w:0.6.4","appId":"1:1:web:a"}}"#.utf8),
            headers: [.googleKey: wire.key, .authorization: "FIS_v2 \(token)"]
        )
    }

    // R81, R111
    @Test(arguments: TestDatabase.all)
    func `an installation keeps a right id and is given one for a wrong one`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind) { wire in
            let right = "cXyz_-0123456789ABCDEF"
            let reply = try await create(
                wire,
                #"{"fid":"\#(right)","authVersion":"FIS_v2","appId":"1:1:web:a","sdkVersion":"w:0.6.4"}"#
            )
            #expect(reply.status == 200)
            #expect(reply.json["fid"]?.string == right)
            #expect(reply.json["name"]?.string == "projects/123456789012/installations/\(right)")
            #expect(reply.json["authToken"]?["expiresIn"] == "604800s")
            #expect(reply.json["authToken"]?["token"]?.string?.isEmpty == false)
            #expect(reply.json["refreshToken"]?.string?.isEmpty == false)

            for fid in [
                "", "short", "aXyz_-0123456789ABCDEF", "cXyz_-0123456789ABCDE/", right + "G", "c\u{0}",
            ] {
                let body: JSON = ["fid": .string(fid), "appId": "1:1:web:a"]
                let made = try await create(wire, body.text)
                let id = try #require(made.json["fid"]?.string)
                #expect(id.wholeMatch(of: #/[cdef][\w-]{21}/#) != nil)
            }
            #expect(try await create(wire, "{}").status == 400)
            #expect(
                try await wire.post("/v1/projects/demo-app/installations", Array(#"{"appId":"a"}"#.utf8))
                    .status == 403
            )
        }
    }

    // R111: an SDK that deletes an installation does not get a 404.
    @Test(arguments: TestDatabase.all)
    func `an installation is deleted with its own refresh token only`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            let one = try await create(wire, #"{"appId":"1:1:web:a"}"#).json
            let two = try await create(wire, #"{"appId":"1:1:web:a"}"#).json
            let (id, token) = (one["fid"]?.string ?? "", one["refreshToken"]?.string ?? "")
            func delete(_ project: String, _ headers: HTTPFields) async throws -> Vitrina.Reply {
                let path = "/v1/projects/\(project)/installations/\(id)"
                return try await wire.vitrina.send(.delete, path, headers: headers, as: nil)
            }
            for wrong in [two["refreshToken"]?.string ?? "", "", "x"] {
                let headers: HTTPFields = [.googleKey: wire.key, .authorization: "FIS_v2 \(wrong)"]
                let refused = try await delete(FlagWire.id, headers)
                #expect(refused.status == 401 && refused.googleStatus == "UNAUTHENTICATED")
            }
            #expect(try await delete(FlagWire.id, [.authorization: "FIS_v2 \(token)"]).status == 403)
            for project in [FlagWire.id, FlagWire.number] {
                let headers: HTTPFields = [.googleKey: wire.key, .authorization: "FIS_v2 \(token)"]
                let done = try await delete(project, headers)
                #expect(done.status == 200 && done.json == [:])
                #expect(done.headers[.accessControlAllowOrigin] == "*")
            }
        }
    }

    // R82
    @Test(arguments: TestDatabase.all)
    func `a refresh token renews that installation only, on every server`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            let one = try await create(wire, #"{"appId":"1:1:web:a"}"#).json
            let two = try await create(wire, #"{"appId":"1:1:web:a"}"#).json
            let (id, token) = (one["fid"]?.string ?? "", one["refreshToken"]?.string ?? "")

            let renewed = try await renew(wire, id, token)
            #expect(renewed.status == 200)
            #expect(renewed.json["expiresIn"] == "604800s")
            #expect(renewed.json["token"]?.string?.isEmpty == false)
            for wrong in [two["refreshToken"]?.string ?? "", "", "x", token + "x"] {
                let refused = try await renew(wire, id, wrong)
                #expect(refused.status == 401)
                #expect(refused.googleStatus == "UNAUTHENTICATED")
            }
            let other = try await wire.vitrina.another()
            try await other.services.flags.live.load()
            #expect(try await renew(FlagWire(vitrina: other, key: wire.key), id, token).status == 200)
        }
    }

    // remote-config.md 6.7
    @Test func `a project may ask for the token of the installation`() async throws {
        try await withFlagWire(.sqlite, .flags(["a": "1"])) { wire in
            let made = try await create(wire, #"{"appId":"1:1:ios:a"}"#).json
            let (id, token) = (made["fid"]?.string ?? "", made["authToken"]?["token"]?.string ?? "")
            let body = #"{"appId":"1:1:ios:a","appInstanceId":"\#(id)"}"#
            #expect(try await wire.fetch(body).status == 200)
            var settings = FlagSettings()
            settings.requiresInstallationToken = true
            _ = try await wire.vitrina.services.flags.store.edit(
                project: FlagWire.id,
                settings: settings,
                by: Vitrina.owner
            )

            #expect(try await wire.fetch(body).status == 401)
            #expect(try await wire.fetch(body, headers: [.installationAuth: token]).status == 200)
            let inBody = #"{"appId":"1:1:ios:a","appInstanceId":"\#(id)","appInstanceIdToken":"\#(token)"}"#
            #expect(try await wire.fetch(inBody).status == 200)
            let others = #"{"appId":"1:1:ios:a","appInstanceId":"c1"}"#
            #expect(try await wire.fetch(others, headers: [.installationAuth: token]).status == 401)
            for wrong in ["", ".", "..", "a.b.c", token + "A", String(token.dropLast(3))] {
                #expect(try await wire.fetch(body, headers: [.installationAuth: wrong]).status == 401)
            }
            wire.vitrina.clock.advance(by: Limits.installationTokenAge)
            #expect(try await wire.fetch(body, headers: [.installationAuth: token]).status == 401)
        }
    }
}
