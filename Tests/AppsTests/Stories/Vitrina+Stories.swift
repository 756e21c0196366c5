import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Web

/// Adds stories, valid by default: a test sets only the relevant fields.
extension Vitrina {
    func story(_ fields: [String: JSON] = [:], isDraft: Bool = false) async throws -> String {
        let standard: [String: JSON] = [
            "title": ["ru": "Байкал", "en": "Baikal"], "preview_image": .string(try await upright()),
        ]
        let body = standard.merging(fields) { _, new in new }
        return try await isDraft ? draft(StoryGroups.self, body) : publish(StoryGroups.self, body)
    }

    func storyPage(
        of group: String,
        _ fields: [String: JSON] = [:],
        isDraft: Bool = false
    ) async throws
        -> String
    {
        let standard: [String: JSON] = [
            "group": .string(group), "image": .string(try await upright()),
            "title": ["ru": "Лёд", "en": "Ice"],
            "text": ["ru": "До марта"],
        ]
        let body = standard.merging(fields) { _, new in new }
        return try await isDraft ? draft(StoryPages.self, body) : publish(StoryPages.self, body)
    }

    /// An upright picture; a different height gives a different picture.
    func upright(_ width: Int = 390, _ height: Int = 844) async throws -> String {
        let bytes = MediaFixture.jpeg(width: width, height: height)
        return try await services.media.add(bytes, name: "story.jpg", by: Self.editor).media.id
    }

    /// Sends a request of the app, without a session.
    func stories(_ query: String = "", headers: HTTPFields = [:]) async throws -> [JSON] {
        try await send(.get, "/stories/v1/groups/\(query)", headers: headers, as: nil).json.array ?? []
    }

    func number(of id: String, _ type: ContentType) async throws -> Int64? {
        try await services.contents.content(id, of: type).number
    }

    /// The files of a bundle by path; checked against the archive's central directory.
    func bundle(_ query: String) async throws -> [String: [UInt8]] {
        let reply = try await send(.get, "/admin/api/v1/stories/bundle?\(query)", as: Vitrina.viewer)
        return reply.status == 200 ? storedFiles(of: reply.bytes) : [:]
    }
}

extension JSON {
    /// The titles of a list of objects.
    var titles: [String] { array?.compactMap { $0["title"]?.string } ?? [] }
}

/// Returns the uncompressed files of a ZIP.
func storedFiles(of zip: [UInt8]) -> [String: [UInt8]] {
    func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(zip[place + $1]) << (8 * $1) }
    }
    var (files, at): ([String: [UInt8]], Int) = ([:], 0)
    while at + 30 <= zip.count, number(at, 4) == 0x0403_4B50 {
        let (size, name) = (number(at + 18, 4), number(at + 26, 2))
        let start = at + 30 + name + number(at + 28, 2)
        guard start + size <= zip.count else { break }
        files[String(decoding: zip[at + 30..<at + 30 + name], as: UTF8.self)] = Array(
            zip[start..<start + size]
        )
        at = start + size
    }
    return files
}
