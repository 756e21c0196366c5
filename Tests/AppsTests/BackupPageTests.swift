import Apps
import Backup
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The pages of backups, as the server sends them.
struct BackupPageTests {
    private func submit(_ vitrina: Vitrina, _ path: String) async throws -> Vitrina.Reply {
        var headers = try await vitrina.browser(of: .owner)
        headers[.acceptLanguage] = "ru"
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await vitrina.postForm(path, cookie: headers)
    }

    @Test func `a refusal that is no problem by itself is told in its dialog`() async throws {
        try await withVitrina(settings: WebSettings(rateLimit: 0)) { vitrina in
            let answer = try await submit(vitrina, "/system/backups/create")

            #expect(answer.status == 409)
            #expect(answer.text.contains("Не задано, куда копировать"))
            // The dialog, and not a page with the error alone.
            #expect(answer.text.contains("Сервер сделает её сам"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `while one backup is made another one is refused, by the console and by the API`(
        kind: TestDatabase
    ) async throws {
        try await withTemporaryDirectory { folder in
            let target = BackupTarget(
                store: FolderStore(path: "\(folder)/backups"),
                passphrase: nil,
                scratch: "\(folder)/scratch",
                keys: nil
            )
            try await withVitrina(kind, settings: WebSettings(rateLimit: 0, backups: target)) { vitrina in
                let log = BackupLog(database: vitrina.database) { vitrina.clock.now }
                _ = try await log.begin(at: "here", isPlanned: false, by: "owner")

                let page = try await submit(vitrina, "/system/backups/create")
                let answer = try await vitrina.send(.post, "/admin/api/v1/backups", [:], as: Vitrina.owner)

                #expect(page.status == 409)
                #expect(page.text.contains("Копия уже создаётся"))
                #expect(page.text.contains("Сервер сделает её сам"))
                #expect(answer.status == 409)
            }
        }
    }
}
