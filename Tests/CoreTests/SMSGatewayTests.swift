import Foundation
import Storage
import TestSupport
import Testing

@testable import Core

struct SMSGatewayTests {
    private let sms = SMS(
        to: PhoneNumber(kept: "+79991234567"),
        text: "Код: \"12&34\" {phone}</a>\r\n=x+y"
    )

    @Test func `a JSON template takes any text as a text`() async throws {
        try await withReceiver { receiver in
            let gateway = try HTTPSMSGateway(
                url: "\(receiver.url)/ok?to={phone}&n={digits}",
                headers: ["Authorization: Bearer {key}", "X-To: {digits} {text}"],
                body: #"{"to": "{digits}", "msg": "{text}", "other": "{none}"}"#,
                key: "se\u{301}cret"
            )

            #expect(await gateway.send(sms) == .sent)

            let got = try #require(try await receiver.received().first)
            #expect(got.path == "/ok?to=%2B79991234567&n=79991234567")
            #expect(got.json == ["to": "79991234567", "msg": .string(sms.text), "other": "{none}"])
            #expect(got.headers["authorization"] == "Bearer secret")
            #expect(got.headers["x-to"] == "79991234567 {text}")
            #expect(got.headers["content-type"] == "application/json")
        }
    }

    @Test func `a form, XML and an address take any text as a text`() async throws {
        try await withReceiver { receiver in
            let form = try HTTPSMSGateway(url: "\(receiver.url)/ok", body: "to={digits}&msg={text}")
            let xml = try HTTPSMSGateway(
                url: "\(receiver.url)/ok",
                headers: ["Content-Type: text/xml"],
                body: #"<sms to="{phone}">{text}</sms>"#
            )
            let get = try HTTPSMSGateway(
                method: "GET",
                url: "\(receiver.url)/says/200/yes?msg={text}&k={key}",
                key: "a b&c"
            )

            for gateway in [form, xml, get] { #expect(await gateway.send(sms) == .sent) }

            let got = try await receiver.received()
            #expect(
                got[0].text
                    == "to=79991234567&msg=%D0%9A%D0%BE%D0%B4%3A%20%2212%2634%22%20%7Bphone%7D%3C%2Fa%3E%0D%0A%3Dx%2By"
            )
            #expect(got[0].headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(
                got[1].text
                    == "<sms to=\"+79991234567\">Код: &quot;12&amp;34&quot; {phone}&lt;/a&gt;\n=x+y</sms>"
            )
            #expect(got[2].path.hasSuffix("%3Dx%2By&k=a%20b%26c"))
        }
    }

    @Test(arguments: [
        ("200-299", "/says/200/", "sent"), ("200-299", "/fails", "again"), ("200-299", "/says/429/", "again"),
        ("200-299", "/says/403/no", "failed"), ("200-299", "/elsewhere", "failed"),
        ("202,204", "/says/200/", "failed"),
        (#"200 "status":\s*"OK""#, "/says/200/%7B%22status%22%3A%20%22OK%22%7D", "sent"),
        (#"200 "status":\s*"OK""#, "/says/200/%7B%22status%22%3A%20%22ERROR%22%7D", "again"),
        ("200 OK", "/says/200/", "again"),
    ])
    func `what counts as taken is said by a setting`(
        success: String,
        path: String,
        expected: String
    ) async throws {
        try await withReceiver { receiver in
            let gateway = try HTTPSMSGateway(
                url: receiver.url + path,
                body: "to={digits}",
                success: try SMSSuccess(success)
            )

            #expect(await gateway.send(sms).name == expected)
        }
    }

    @Test func `a gateway that says nothing, or too much, or is not there, is tried again`() async throws {
        try await withReceiver { receiver in
            let slow = try HTTPSMSGateway(
                url: "\(receiver.url)/hangs",
                body: "x",
                timeout: .milliseconds(300)
            )
            #expect(await slow.send(sms).name == "again")
            try await receiver.release()
        }
        let absent = try HTTPSMSGateway(url: "http://127.0.0.1:9/sms", body: "x")
        #expect(await absent.send(sms).name == "again")
    }

    @Test func `a setting that cannot work is refused by its name`() {
        func pointer(_ make: () throws(Fault) -> Void) -> String {
            do {
                try make()
                return "none"
            } catch {
                return error.pointer
            }
        }
        #expect(pointer { () throws(Fault) in _ = try HTTPSMSGateway(url: "ftp://x") } == "#/sms_url")
        #expect(pointer { () throws(Fault) in _ = try HTTPSMSGateway(url: "{text}") } == "#/sms_url")
        #expect(
            pointer { () throws(Fault) in _ = try HTTPSMSGateway(method: "DROP", url: "http://x") }
                == "#/sms_method"
        )
        for header in ["none", ": x", "A B: c", "A: b\r\nC: d"] {
            #expect(
                pointer { () throws(Fault) in _ = try HTTPSMSGateway(url: "http://x", headers: [header]) }
                    == "#/sms_headers"
            )
        }
        #expect(
            pointer { () throws(Fault) in
                _ = try HTTPSMSGateway(url: "http://x", headers: ["Content-Type: text/plain"], body: "{text}")
            } == "#/sms_headers"
        )
        let long = "http://x/" + String(repeating: "x", count: 8_000)
        #expect(pointer { () throws(Fault) in _ = try HTTPSMSGateway(url: long) } == "#/sms_url")
        #expect(
            pointer { () throws(Fault) in _ = try HTTPSMSGateway(url: "http://x", body: long) }
                == "#/sms_body"
        )
        for text in ["", "ok", "99", "200-199", "1-2-3", "200 (", "200 ["] {
            #expect(pointer { () throws(Fault) in _ = try SMSSuccess(text) } == "#/sms_success")
        }
    }

    @Test(arguments: [
        (
            #"{"status":"OK","status_code":100,"sms":{"79991234567":{"status":"OK","status_code":100,"sms_id":"1"}}}"#,
            "sent"
        ),
        (
            #"{"status":"OK","status_code":100,"sms":{"79991234567":{"status":"ERROR","status_code":207,"status_text":"нет"}}}"#,
            "failed"
        ),
        (
            #"{"status":"OK","status_code":100,"sms":{"79991234567":{"status":"ERROR","status_code":231}}}"#,
            "again"
        ),
        (#"{"status":"ERROR","status_code":200,"status_text":"Неправильный api_id"}"#, "failed"),
        (#"{"status":"ERROR","status_code":201}"#, "again"),
        (#"{"status":"ERROR","status_code":500}"#, "again"),
        (#"{"status":"ERROR","status_code":9999}"#, "again"),
        (#"{"status":"OK","status_code":100}"#, "again"),
        ("[]", "again"), ("<html>", "again"), ("", "again"), (#"{"status_code":"100"}"#, "again"),
    ])
    func `SMS.ru is understood`(answer: String, expected: String) async throws {
        try await withReceiver { receiver in
            let gateway = SMSRu(
                key: "k&1",
                sender: "Mall",
                url: "\(receiver.url)/says/200/\(answer.percentEncoded)"
            )

            #expect(await gateway.send(sms).name == expected)

            let text = try #require(try await receiver.received().first?.text)
            #expect(text.hasPrefix("api_id=k%261&to=79991234567&msg=%D0%9A"))
            #expect(text.hasSuffix("%2By&json=1&from=Mall"))
        }
    }
}

struct SMSReasonTests {
    /// `\u{301}` makes another character of the last digit, and the secret is still readable.
    @Test(arguments: [
        "Refused: a1234", "Refused: a1234\u{301}", "Refused: key99\u{308} (a1234)", "Refused: key99",
    ])
    func `a reason has nothing of the message and the key`(answer: String) throws {
        let sms = SMS(to: PhoneNumber(kept: "+79991234567"), text: "Code: a1234.")

        let reason = try #require(SMSReason(sms, key: "key99").cleaned(answer))

        #expect(reason.unicodeScalars.starts(with: "Refused: •••".unicodeScalars))
        #expect(!reason.unicodeScalars.contains { "1239".unicodeScalars.contains($0) })
    }
}

extension OutboxResult.Outcome {
    fileprivate var name: String {
        switch self {
        case .sent: "sent"
        case .kept: "kept"
        case .again: "again"
        case .failed: "failed"
        }
    }
}
