import Core
import TestSupport

@testable import Web

/// Cached answers that are much larger than their requests: each repeats one letter.
enum LargeAnswers {
    /// The bytes of one with its head.
    static let size = bodySize + (1 << 10)
    private static let bodySize = 100_000
    private static let all: [Character] = ["a", "b", "c", "d", "e"]

    /// Puts them into the cache of a server with this public address.
    ///
    /// The contents are loaded before, as that would drop what is cached.
    static func cache(in vitrina: Vitrina, at baseURL: String = "https://mall.example") async throws {
        try await vitrina.services.live.load()
        for letter in all {
            let text = String(repeating: letter, count: bodySize)
            for language in Language.allCases {
                vitrina.services.answers.keep(
                    Answer(PublicAnswer(body: Array(text.utf8), form: .text), validUntil: nil),
                    for: Answers.Key(target: target(letter), baseURL: baseURL, language: language),
                    generation: vitrina.services.live.state.generation
                )
            }
        }
    }

    static func target(_ letter: Character) -> String { "/api/v1/offers?on_home=\(letter)" }

    /// So many letters in turn.
    static func letters(_ count: Int) -> [Character] { (0..<count).map { all[$0 % all.count] } }

    /// A plain request for each letter.
    static func requests(_ letters: [Character]) -> String {
        letters.map { "GET \(target($0)) HTTP/1.1\r\nHost: mall.example\r\n\r\n" }.joined()
    }
}
