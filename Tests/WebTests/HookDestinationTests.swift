import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Allowed and refused destinations of web hooks: all inside the network are refused.
struct HookDestinationTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let guarded = WebSettings(publicURL: "https://mall.example", rateLimit: 0)

    /// `PORT` is replaced by the port of the receiver.
    private static let spellings = [
        "http://127.0.0.1:PORT/ok", "http://localhost:PORT/ok", "http://LOCALHOST.:PORT/ok",
        "http://127.1:PORT/ok",
        "http://2130706433:PORT/ok", "http://0x7f000001:PORT/ok", "http://0x7f.0.0.1:PORT/ok",
        "http://017700000001:PORT/ok", "http://0177.0.0.1:PORT/ok", "http://127.0.0.1.:PORT/ok",
        "http://0:PORT/ok",
        "http://0.0.0.0:PORT/ok", "http://127.255.255.254:PORT/ok", "http://[::1]:PORT/ok",
        "http://[::]:PORT/ok",
        "http://[::ffff:127.0.0.1]:PORT/ok", "http://[::ffff:7f00:1]:PORT/ok", "http://[::127.0.0.1]:PORT/ok",
        "http://[64:ff9b::7f00:1]:PORT/ok", "http://[2002:7f00:1::]:PORT/ok", "http://%6c%6fcalhost:PORT/ok",
        "http://127.0.0.1%2e:PORT/ok", "HTTP://127.0.0.1:PORT/ok", "http://127.00.00.01:PORT/ok",
    ]

    @Test(arguments: spellings)
    func `no spelling of this machine is reached, and the log says why`(spelling: String) async throws {
        try await withVitrina(settings: Self.guarded) { vitrina in
            try await withReceiver { receiver in
                let port = try #require(receiver.url.split(separator: ":").last)
                let url = spelling.replacing("PORT", with: port)
                let made = try await vitrina.send(
                    .post,
                    "/admin/api/v1/hooks",
                    ["url": .string(url)],
                    as: Vitrina.owner
                )
                // An invalid address is refused at once.
                guard made.status == 201 else {
                    #expect(made.status == 422)
                    return
                }
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])

                try await vitrina.services.courier.deliverDue()

                #expect(try await receiver.received().isEmpty, "\(url)")
                let delivery = try #require(try await vitrina.deliveries(of: made.id).first)
                #expect(delivery["state"] == "waiting" && delivery["error"]?.string?.isEmpty == false)
                if url.contains("//127.0.0.1:") || url.contains("//2130706433") {
                    #expect(delivery["error"]?.string?.contains("hook_hosts") == true)
                }
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.1:PORT", "LocalHost", "127.0.0.1:1"])
    func `a host inside the network that is named is reached, on its port`(name: String) async throws {
        try await withReceiver { receiver in
            let port = try #require(receiver.url.split(separator: ":").last)
            var settings = Self.guarded
            settings.hookHosts = [name.replacing("PORT", with: port)]
            try await withVitrina(settings: settings) { vitrina in
                let host = name == "LocalHost" ? "localhost" : "127.0.0.1"
                _ = try await vitrina.hook("http://\(host):\(port)/ok")
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Кофе"]])

                try await vitrina.services.courier.deliverDue()

                #expect(try await receiver.received().count == (name.hasSuffix(":1") ? 0 : 1))
            }
        }
    }
}
