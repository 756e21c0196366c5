import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The client address behind trusted proxies.
struct ClientAddressTests {
    private static let login = "/admin/api/v1/session"

    @Test(arguments: [
        ("192.0.2.7", 1, "192.0.2.7"),
        ("forged, 198.51.100.1, 192.0.2.7", 1, "192.0.2.7"),
        ("198.51.100.1,192.0.2.7 , 10.0.0.1", 2, "192.0.2.7"),
        ("[2001:DB8:0:0::7]:4711", 1, "2001:db8::7"),
        ("192.0.2.7:80", 1, "192.0.2.7"),
        ("::ffff:192.0.2.7", 1, "192.0.2.7"),
        // An invalid address, or a header that has not passed every proxy, was written by the client.
        ("192.0.2.7, unknown", 1, "203.0.113.9"),
        ("192.0.2.7,", 1, "203.0.113.9"),
        ("192.0.2.7", 2, "203.0.113.9"),
        ("192.0.2.7, 10.0.0.1 10.0.0.2", 1, "203.0.113.9"),
        ("", 1, "203.0.113.9"),
        ("192.0.2.7", 0, "203.0.113.9"),
    ])
    func `only what trusted proxies have added is believed`(line: String, proxies: Int, client: String) {
        #expect(address([line], proxies) == client)
        // The result is the same for any amount of text from the client, in one field or in several.
        let forged = Array(repeating: "198.51.100.77", count: 300).joined(separator: ", ")
        let hops = line.split(separator: ",", omittingEmptySubsequences: false).count
        if hops >= proxies {
            #expect(address(["\(forged), \(line)"], proxies) == client)
            #expect(address([forged, line], proxies) == client)
        }
    }

    @Test(arguments: [
        "1.2.3", "1.2.3.4.5", "256.1.1.1", "192.0.2.07", "1.2.3.", "[::1", "[::1]x", "1.2.3.4:",
        "1.2.3.4:port", "::1::", "localhost",
        "[1.2.3.4", String(repeating: "1", count: 5_000),
    ])
    func `what is no address is none`(text: String) {
        #expect(NetworkAddress.parsed(text) == nil)
    }

    @Test func `limits take the first half of an address of IPv6 for a client`() {
        #expect(NetworkAddress.limited("2001:db8::1") == NetworkAddress.limited("2001:db8::ffff:2"))
        #expect(NetworkAddress.limited("2001:db8::1") != NetworkAddress.limited("2001:db8:0:1::1"))
        #expect(NetworkAddress.limited("::ffff:192.0.2.7") == NetworkAddress.limited("192.0.2.7"))
    }

    /// Tests with one proxy in front of the server, and with two.
    @Test(arguments: [1, 2])
    func `behind nginx a forged line changes nothing`(hops: Int) async throws {
        let settings = WebSettings(publicURL: "https://mall.example", trustedProxies: hops, rateLimit: 30)
        try await withVitrina(settings: settings) { vitrina in
            try await withHTTP(vitrina) { url in
                try await Nginx.with(url, hops: hops) { nginx in
                    let (client, entry) = (HTTPClient(), nginx.urls[hops - 1])
                    var statuses: [Int] = []
                    for number in 0..<40 {
                        statuses.append(
                            try await client.send(
                                "GET",
                                entry + PublicReadTests.slider,
                                headers: [Self.forged(number)]
                            ).status
                        )
                    }
                    let body: JSON = ["email": "nobody@mall.example", "password": "not the one"]
                    let refused = try await client.send(
                        "POST",
                        entry + Self.login,
                        headers: [("Content-Type", "application/json"), Self.forged(99)],
                        body: .bytes(body.bytes)
                    )

                    // The clock of the test is fixed, so all requests are in one minute.
                    #expect(statuses.prefix(30).allSatisfy { $0 == 200 })
                    #expect(statuses.suffix(10).allSatisfy { $0 == 429 })
                    #expect(refused.status == 401)
                }
            }
            let addresses = try await vitrina.database.read { connection in
                try connection.rows("SELECT address FROM audit").map {
                    try $0.get("address", as: String?.self)
                }
            }
            #expect(addresses == ["127.0.0.1"])
        }
    }

    private func address(_ lines: [String], _ proxies: Int) -> String {
        let clients = Clients(settings: WebSettings(trustedProxies: proxies), now: { .earliest })
        var headers = HTTPFields()
        for line in lines { headers.append(HTTPField(name: Self.from, value: line)) }
        return clients.address(of: headers, peer: "203.0.113.9")
    }

    private static let from = HTTPField.Name("X-Forwarded-For") ?? .via

    /// A text longer than a line of a log allows, and different each time.
    private static func forged(_ number: Int) -> (name: String, value: String) {
        let addresses = (0..<100).map { "198.51.\(number).\($0)" }
        return ("X-Forwarded-For", addresses.joined(separator: ", "))
    }
}
