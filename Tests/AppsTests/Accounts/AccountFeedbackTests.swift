import Apps
import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Feedback of users, sent by mail with their file.
struct AccountFeedbackTests {
    private static let border = "----border"

    private static func body(
        _ fields: [(String, String)],
        file: [UInt8],
        name: String = "photo.png"
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for (field, value) in fields {
            bytes +=
                "--\(border)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n".utf8
        }
        bytes +=
            "--\(border)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n".utf8
        return bytes + file + Array("\r\n--\(border)--\r\n".utf8)
    }

    private static let type = "multipart/form-data; boundary=\(border)"

    @Test(arguments: TestDatabase.all)
    func `feedback is kept where nobody is named to whom it goes`(kind: TestDatabase) async throws {
        try await withAccounts(kind) { vitrina in
            let app = try await vitrina.accountMember(email: "anna@example.ru")
            #expect(try await app.post("users/feedback", ["subject": "a"]).text == "Не задан текст сообщения")
            let reply = try await app.post(
                "users/feedback",
                ["text": "Всё хорошо\nСпасибо", "subject": "Отзыв"]
            )
            #expect((reply.status, reply.text) == (200, "ok"))
            let mail = try #require(await vitrina.lastMessage(.mail))
            #expect(mail.state == .kept)
            let text = mail.payload["text"]?.string ?? ""
            #expect(text.contains("Всё хорошо\nСпасибо") && text.contains("anna@example.ru"))
            #expect(try await vitrina.accountEvents()[0].text == "Обратная связь: Отзыв")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a file comes with the mail, byte for byte`(kind: TestDatabase) async throws {
        try await withMailSink { sink in
            let from = try #require(MailAddress("App <robot@app.example>"))
            let server = SMTPServer(url: "smtp://127.0.0.1:\(sink.port)", from: from)
            let file = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try await withAccounts(kind, senders: { [MailSender(server: server, database: $0)] }) { vitrina in
                let app = try await vitrina.accountMember()
                let bytes = Self.body(
                    [("text", "Смотрите"), ("subject", "Фото")],
                    file: file,
                    name: "фото.png"
                )
                let reply = try await app.send("POST", "users/feedback", bytes, type: Self.type)
                #expect(reply.text == "ok")
                try await vitrina.execute(
                    """
                    UPDATE outbox SET state = 'waiting', ended_at = NULL,
                        payload = \(#"{"to":"boss@app.example","subject":"Фото","text":"Смотрите"}"#)
                    WHERE kind = 'mail'
                    """
                )
                try await vitrina.services.courier.deliverDue()
            }
            let mail = try #require(try sink.taken().first)
            #expect(mail.header("Content-Type")?.hasPrefix("multipart/mixed") == true)
            let parts = mail.text.components(separatedBy: "\n--=_")
            let last = parts.dropFirst(2).first?.components(separatedBy: "\n\n").last ?? ""
            let data = Data(base64Encoded: last.filter { !$0.isNewline }) ?? Data()
            #expect(Array(data) == file)
            #expect(mail.text.contains("attachment;\n filename*=UTF-8''%D1%84%D0%BE%D1%82%D0%BE.png"))
        }
    }

    @Test func `a file that is too large is refused before it is read`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            let large = Self.body([("text", "a")], file: [UInt8](repeating: 1, count: (5 << 20) + 1))
            let reply = try await app.send("POST", "users/feedback", large, type: Self.type)
            #expect((reply.status, reply.text) == (400, "Файл больше 5 МБ"))
            let huge = [UInt8](repeating: 1, count: 6 << 20)
            #expect(try await app.send("POST", "users/feedback", huge, type: Self.type).status == 413)
            #expect(try await vitrina.messageCount(.mail) == 0)
        }
    }

    @Test func `feedback is taken only so often`() async throws {
        try await withAccounts { vitrina in
            let app = try await vitrina.accountMember()
            for _ in 0..<10 { #expect(try await app.post("users/feedback", ["text": "a"]).text == "ok") }
            #expect(try await app.post("users/feedback", ["text": "a"]).text.hasPrefix("Слишком частые"))
        }
    }
}
