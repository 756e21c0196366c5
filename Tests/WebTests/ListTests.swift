import Core
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

struct ListTests {
    private static let tags = "/admin/api/v1/mall/tags"

    @Test(arguments: TestDatabase.all)
    func `titles of many contents are one question`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let one = try await vitrina.send(.post, Self.tags + "?publish=true", ["name": ["ru": "Еда"]]).id
            let two = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Обувь"]]).id
            let missing = "00000000-0000-0000-0000-000000000000"
            let found = try await vitrina.send(.get, "/admin/api/v1/titles?ids=\(one),\(two),\(missing)")
            let items = found.json.items
            #expect(Set(items.compactMap { $0["title"]?.string }) == ["Еда", "Обувь"])
            #expect(items.first { $0["id"]?.string == one }?["is_live"] == true)
            #expect(items.first { $0["id"]?.string == two }?["has_draft"] == true)
            #expect(try await vitrina.send(.get, "/admin/api/v1/titles?ids=x").status == 422)
            #expect(try await vitrina.send(.get, "/admin/api/v1/titles?names=x").status == 422)

            let body: JSON = [
                "action": "publish", "ids": [.string(one), .string(two)], "list_changed": true,
            ]
            let report = try await vitrina.send(.post, Self.tags + "/bulk", body)
            #expect(report.json["changed_ids"] == [.string(two)])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a list goes on and back, page by page`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for number in 1...5 {
                _ = try await vitrina.send(.post, Self.tags, ["name": ["ru": .string("Тег \(number)")]])
                vitrina.clock.advance(by: .seconds(1))
            }
            func page(_ query: String) async throws -> (titles: [String], JSON) {
                let answer = try await vitrina.send(.get, "\(Self.tags)?limit=2&\(query)").json
                return ((answer["items"]?.array ?? []).compactMap { $0["title"]?.string }, answer)
            }
            for sort in ["title", "-title", "created_at", "-updated_at"] {
                let (first, one) = try await page("sort=\(sort)")
                #expect(one["previous"] == .null)
                let (second, two) = try await page("sort=\(sort)&cursor=\(one.mark("next"))")
                let (third, three) = try await page("sort=\(sort)&cursor=\(two.mark("next"))")
                #expect(Set(first + second + third).count == 5)
                #expect(three["next"] == .null)
                #expect(try await page("sort=\(sort)&before=\(three.mark("previous"))").titles == second)
                let (again, back) = try await page("sort=\(sort)&before=\(two.mark("previous"))")
                #expect(again == first)
                #expect(back["previous"] == .null)
                #expect(try await page("sort=\(sort)&cursor=\(back.mark("next"))").titles == second)
            }
        }
    }

    @Test func `a form with files is taken apart wherever it is cut`() throws {
        let body = Array(
            ("--xyz\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nslug\r\n--xyz\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a %22b%22.csv\"\r\n"
                + "Content-Type: text/csv\r\n\r\n\r\n--xy\r\n\r\n--xyz--\r\n").utf8
        )
        for size in [1, 2, 3, 7, 50, body.count] {
            var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=xyz"))
            var (parts, texts) = ([MultipartParser.Part](), [String]())
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: body.count, by: size) {
                for event in try parser.feed(body[start..<min(start + size, body.count)]) {
                    switch event {
                    case .begin(let part): parts.append(part)
                    case .data(let data): bytes += data
                    case .end:
                        texts.append(String(decoding: bytes, as: UTF8.self))
                        bytes = []
                    }
                }
            }
            #expect(parser.isFinished)
            #expect(parts.map(\.name) == ["key", "file"])
            #expect(parts.map(\.fileName) == [nil, "a \"b\".csv"])
            #expect(texts == ["slug", "\r\n--xy\r\n"])
        }
    }

    @Test func `a form that is none is refused`() throws {
        #expect(MultipartParser(contentType: "multipart/form-data") == nil)
        #expect(MultipartParser(contentType: "multipart/form-data; boundary=") == nil)
        let endless = Array("--x\r\nContent-Disposition: ".utf8) + [UInt8](repeating: 0x41, count: 20_000)
        var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=x"))
        #expect(throws: Problem.self) { try parser.feed(endless) }
        var nameless = try #require(MultipartParser(contentType: "multipart/form-data; boundary=x"))
        #expect(throws: Problem.self) { try nameless.feed(Array("--x\r\nA: b\r\n\r\n".utf8)) }
        var cut = try #require(MultipartParser(contentType: "multipart/form-data; boundary=x"))
        _ = try cut.feed(Array("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nhalf".utf8))
        #expect(!cut.isFinished)
    }

    @Test func `dates are told as briefly as they can be`() throws {
        let now = try #require(Timestamp("2026-11-21T12:00:00Z"))
        let time = HumanTime(zone: .utc, language: .ru, now: now)
        func told(_ from: String?, _ until: String?) -> String {
            ListRows.window(from.flatMap { Timestamp($0) }, until.flatMap { Timestamp($0) }, time).ru
                .replacing("\u{A0}", with: " ")
        }
        #expect(told(nil, nil) == "не указан")
        #expect(told("2026-11-01T10:00:00Z", nil) == "без срока")
        #expect(told("2026-11-01T10:00:00Z", "2026-12-31T10:00:00Z") == "до 31 дек")
        #expect(told("2026-12-05T10:00:00Z", nil) == "с 5 дек, 10:00")
        #expect(told("2026-12-01T10:00:00Z", "2026-12-25T10:00:00Z") == "1–25 дек")
        #expect(told("2026-11-28T10:00:00Z", "2027-01-03T10:00:00Z") == "28 ноя–3 янв 2027")
    }

    @Test func `figures are told with spaces between thousands`() {
        #expect(ListCell.number(350, .ru) == "350")
        #expect(ListCell.number(1_234, .en) == "1,234")
        #expect(ListCell.number(12_345, .ru) == "12\u{A0}345")
        #expect(ListCell.number(-1_234_567, .en) == "−1,234,567")
        #expect(ListCell.number(.min, .ru).hasPrefix("−9\u{A0}223"))
    }
}

extension JSON {
    fileprivate func mark(_ name: String) -> String { (self[name]?.string ?? "").percentEncoded }
}
