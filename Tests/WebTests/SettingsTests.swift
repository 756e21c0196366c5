import Core
import HTTPTypes
import TestSupport
import Testing
import Web

struct SettingsTests {
    private static let settings = WebSettings(
        rateLimit: 0,
        all: [
            ServerSetting(
                name: "postgres",
                help: Localized("Адрес", "Address"),
                value: "postgres://anna:secret@db/x",
                isSecret: true,
                origin: Localized("переменная VITRINA_POSTGRES", "environment VITRINA_POSTGRES"),
                isStandard: false,
                variable: "VITRINA_POSTGRES",
                flag: "--postgres",
                isForCommands: false
            )
        ]
    )

    @Test func `settings are told to owners, secrets to nobody`() async throws {
        try await withVitrina(settings: Self.settings) { vitrina in
            let path = "/admin/api/v1/settings"
            let answer = try await vitrina.send(.get, path, as: Vitrina.owner)
            #expect(answer.status == 200)
            let setting = answer.json.items.first
            #expect(setting?["value"] == .null)
            #expect(setting?["is_set"] == true)
            #expect(setting?["origin"] == "environment VITRINA_POSTGRES")
            #expect(!answer.json.text.contains("secret@"))
            #expect(try await vitrina.send(.get, path, as: Vitrina.editor).status == 403)
            #expect(try await vitrina.send(.get, path, as: Vitrina.viewer).status == 403)
            #expect(try await vitrina.send(.get, path + "?x=1", as: Vitrina.owner).status == 422)
        }
    }
}
