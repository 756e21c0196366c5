import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

struct MailTests {
    private let from: MailAddress

    init() throws {
        from = try #require(MailAddress("Молл «Орион» <robot@mall.example>"))
    }

    private let at = Timestamp("2026-11-21T12:00:00Z") ?? .earliest

    // M58
    @Test func `a mail arrives whole, whatever is in it`() async throws {
        try await withMailSink { sink in
            let server = try server("smtp://127.0.0.1:\(sink.port)")
            let mail = Mail(
                to: "boss@mall.example",
                subject:
                    "Отзыв о приложении: 2 из 5, и ещё много слов, чтобы строка стала длинной\r\nBcc: evil@x.ru",
                text: ".\r\nПервая\n..две точки\n" + String(repeating: "я", count: 3000) + "\nBcc: x@y.z"
            )

            #expect(await server.send(mail, id: "mail-1\r\nX: y", at: at) == .sent)

            let taken = try #require(try sink.taken().first)
            #expect(taken.from == "robot@mall.example")
            #expect(taken.to == ["boss@mall.example"])
            #expect(taken.body.replacing("\r\n", with: "\n") == mail.text.replacing("\r\n", with: "\n"))
            #expect(taken.header("Bcc") == nil && taken.header("X") == nil)
            #expect(taken.header("Date") == "Sat, 21 Nov 2026 12:00:00 +0000")
            #expect(taken.header("Message-ID") == "<mail-1Xy@mall.example>")
            #expect(taken.text.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 + 20 })
            #expect(
                decoded(taken.header("Subject") ?? "")
                    == "Отзыв о приложении: 2 из 5, и ещё много слов, чтобы строка стала длинной  Bcc: evil@x.ru"
            )
            #expect(decoded(taken.header("From") ?? "") == "Молл «Орион» <robot@mall.example>")
        }
    }

    @Test func `it signs in, and tells a wrong password from a refusal`() async throws {
        let mail = Mail(to: "a@b.ru", subject: "Hello", text: "x")
        try await withMailSink(.login) { sink in
            let right = try server("smtp://user%40x:sec%20ret@127.0.0.1:\(sink.port)")
            let wrong = try server("smtp://user%40x:wrong@127.0.0.1:\(sink.port)")
            let nobody = try server("smtp://127.0.0.1:\(sink.port)")

            #expect(await right.send(mail, id: "1", at: at) == .sent)
            guard case .again = await wrong.send(mail, id: "2", at: at),
                case .again = await nobody.send(mail, id: "3", at: at)
            else {
                Issue.record("What the operator can mend is tried again.")
                return
            }
            let taken = try sink.taken()
            #expect(taken.count == 1 && taken[0].user == "user@x")
            #expect(taken[0].header("Subject") == "Hello")
        }
        try await withMailSink(.unknown) { sink in
            let outcome = try await server("smtp://127.0.0.1:\(sink.port)").send(mail, id: "1", at: at)
            guard case .failed(let reason) = outcome else {
                Issue.record("A mailbox that is not there is not tried again: \(outcome)")
                return
            }
            #expect(reason.en.contains("550"))
        }
        try await withMailSink(.busy) { sink in
            guard case .again = try await server("smtp://127.0.0.1:\(sink.port)").send(mail, id: "1", at: at)
            else {
                Issue.record("A busy server is tried again.")
                return
            }
        }
    }

    @Test func `STARTTLS is used, and only with a certificate that is trusted`() async throws {
        let mail = Mail(to: "a@b.ru", subject: "Hello", text: "x")
        try await withMailSink(.tls) { sink in
            let url = "smtp://user%40x:sec%20ret@127.0.0.1:\(sink.port)"
            let stranger = try server(url)
            let friend = try #require(
                SMTPServer(
                    url: url,
                    from: from,
                    certificates: sink.certificate,
                    timeout: .seconds(120)
                )
            )

            guard case .again = await stranger.send(mail, id: "1", at: at) else {
                Issue.record("A certificate of nobody's is refused.")
                return
            }
            #expect(try sink.taken().isEmpty)
            #expect(await friend.send(mail, id: "1", at: at) == .sent)
            #expect(try sink.taken().map { $0.isEncrypted && $0.user == "user@x" } == [true])
        }
    }

    @Test func `a server that says nothing is given up in time`() async throws {
        try await withMailSink(.silent) { sink in
            let server = try #require(
                SMTPServer(
                    url: "smtp://127.0.0.1:\(sink.port)",
                    from: from,
                    timeout: .milliseconds(400)
                )
            )
            guard case .again = await server.send(Mail(to: "a@b.ru", subject: "", text: ""), id: "1", at: at)
            else {
                Issue.record("It is tried again.")
                return
            }
        }
        let absent = try server("smtp://127.0.0.1:9")
        guard
            case .again(let reason) = await absent.send(
                Mail(to: "a@b.ru", subject: "", text: ""),
                id: "1",
                at: at
            )
        else {
            Issue.record("It is tried again.")
            return
        }
        #expect(reason.ru.contains("соединение не принято"))
    }

    @Test(arguments: ["", "http://x", "smtp://", "mail.example:25", "smtp://x:70000"])
    func `an address that is none is refused`(url: String) throws {
        #expect(SMTPServer(url: url, from: from) == nil)
    }

    @Test(arguments: ["x", "Mall <x>", "Mall <a@b> c", "a@b\r\nBcc: c@d"])
    func `a sender that is none is refused`(text: String) {
        #expect(MailAddress(text) == nil)
    }

    private func server(_ url: String) throws -> SMTPServer {
        try #require(SMTPServer(url: url, from: from, timeout: .seconds(120)))
    }

    /// The decoded words of a header, as a mail program reads it.
    private func decoded(_ header: String) -> String {
        var bytes: [UInt8] = []
        for word in header.split(separator: " ", omittingEmptySubsequences: false) {
            if word.hasPrefix("=?UTF-8?B?"), word.hasSuffix("?=") {
                bytes += Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data()
            } else {
                bytes += Array(" \(word)".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
