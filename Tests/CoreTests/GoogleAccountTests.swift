@testable import Core
import Storage
import TestSupport
import Testing

struct GoogleAccountTests {
    private static let file: JSON = [
        "type": "service_account", "client_email": "push@demo-app.iam.gserviceaccount.com",
        "private_key_id": "k1", "private_key": .string(ExampleKey.pem),
        "token_uri": "https://oauth2.googleapis.com/token",
    ]

    @Test func `a signature is that of RFC 7515, appendix A 2`() throws {
        let text =
            "eyJhbGciOiJSUzI1NiJ9."
            + "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature = try #require(RS256.sign(Array(text.utf8), pem: ExampleKey.pem))
        #expect(
            Base64URL.encode(signature)
                == "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
                + "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
                + "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
                + "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
                + "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
                + "p0igcN_IoypGlUPQGe77Rw"
        )
    }

    @Test func `an assertion says who asks whom for what, for an hour`() throws {
        let account = try GoogleAccount(file: Self.file.bytes)
        let now = try #require(Timestamp("2026-11-21T12:00:00Z"))
        let parts = try account.assertion(scope: "s", at: now).split(separator: ".").map { String($0) }
        #expect(parts.count == 3)
        let header = try JSON(parsing: try #require(Base64URL.decode(parts[0])))
        #expect(header == ["alg": "RS256", "typ": "JWT", "kid": "k1"])
        let claims = try JSON(parsing: try #require(Base64URL.decode(parts[1])))
        #expect(
            claims == [
                "iss": "push@demo-app.iam.gserviceaccount.com", "scope": "s",
                "aud": "https://oauth2.googleapis.com/token", "iat": .integer(now.seconds),
                "exp": .integer(now.seconds + 3_600),
            ]
        )
    }

    @Test func `the key is in no text`() throws {
        let account = try GoogleAccount(file: Self.file.bytes)
        var dumped = ""
        dump(account, to: &dumped)
        for text in ["\(account)", String(reflecting: account), dumped, account.id] {
            #expect(!text.contains("MIIE") && !text.contains("PRIVATE"))
        }
    }

    @Test(arguments: [
        ("client_email", JSON.null), ("client_email", "nobody"), ("client_email", 5),
        ("type", "authorized_user"),
        ("private_key", ""), ("private_key", "nonsense"), ("private_key", "-----BEGIN PRIVATE KEY-----\n"),
        ("token_uri", "http://evil.example/token"), ("token_uri", "file:///etc/passwd"), ("token_uri", .null),
    ])
    func `a key file that is of no use is refused without a word of the key`(name: String, value: JSON) {
        var members = Self.file.object ?? [:]
        members[name] = value
        let file = JSON.object(members).bytes
        let fault = #expect(throws: GoogleFault.self) { try GoogleAccount(file: file) }
        #expect(fault?.kind == .refused)
        #expect(fault?.detail.en.contains("MIIE") == false)
    }

    @Test func `keys that are too short, of another kind or locked are none`() {
        for pem in [
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE\n-----END ENCRYPTED PRIVATE KEY-----\n",
            // Ed25519, the example of RFC 8410, 10.3.
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                + "-----END PRIVATE KEY-----\n", "\0", "",
        ] {
            #expect(!RS256.isKey(pem))
            #expect(RS256.sign([1], pem: pem) == nil)
        }
    }

    @Test func `files are found by project alone`() async throws {
        try await withTemporaryDirectory { folder in
            for name in ["../secret", "a/b", "", "x", "no-such-project", "UPPER"] {
                #expect(throws: GoogleFault.self) { try GoogleAccount.load(project: name, from: folder) }
            }
            #expect(throws: GoogleFault.self) { try GoogleAccount.load(project: "demo-app", from: nil) }
        }
    }
}
