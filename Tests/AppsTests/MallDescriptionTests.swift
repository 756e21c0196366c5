import Apps
import Core
import HTTPTypes
import TestSupport
import Testing
import Web

/// «Общее описание API» at the root has every call.
struct MallDescriptionTests {
    // M144
    @Test func `the root describes the API to clients that are not signed in`() async throws {
        try await withVitrina { vitrina in
            for path in ["/", "/api"] {
                let page = try await vitrina.send(.get, path, headers: [.accept: "text/html"], as: nil)
                #expect(page.status == 200)
                #expect(
                    page.text.contains("Общее описание API") && page.text.contains("/api/v1/openapi.json")
                )
                for operation in ["/mobile-users/auth", "/offers/{offerId}/attend", "/app-feedback"] {
                    #expect(page.text.contains(operation), "\(path) \(operation)")
                }
            }
        }
    }

    // M144
    @Test func `every call that is described is there`() async throws {
        try await withVitrina { vitrina in
            let document = try await vitrina.send(.get, "/api/v1/openapi.json", as: nil).json
            #expect(document["openapi"]?.string?.hasPrefix("3.1") == true)
            let paths = document["paths"]?.object ?? [:]
            #expect(paths.count == 40)
            for (path, item) in paths {
                let url = path.replacing(#/\{[^}]*\}/#, with: "00000000-0000-7000-8000-000000000000")
                for name in item.object?.keys.sorted() ?? [] {
                    guard let method = HTTPRequest.Method(name.uppercased()), name != "parameters" else {
                        continue
                    }
                    let reply = try await vitrina.send(
                        method,
                        "/api/v1\(url)",
                        method == .get ? nil : [:],
                        as: nil
                    )
                    #expect(![404, 405].contains(reply.status) && reply.status < 500, "\(name) \(path)")
                }
            }
        }
    }

    // M130
    @Test func `the address of a picture in an answer loads`() async throws {
        try await withVitrina { vitrina in
            let image = try await vitrina.image()
            _ = try await vitrina.news(["image": .string(image)])
            let news = try await vitrina.send(.get, "/api/v1/news/with/promotions", as: nil).json
            let url = try #require(news.array?.first?["logo_url"]?.string)
            #expect(url.hasPrefix("https://mall.example/media/"))
            let path = url.dropFirst("https://mall.example".count)
            let picture = try await vitrina.send(.get, String(path), as: nil)
            #expect((picture.status, picture.headers[.contentType]) == (200, "image/png"))
        }
    }
}
