import Core
import Foundation
import Storage
import TestSupport
import Testing

/// Two running installations, and a user with a context for each.
struct PromotePair {
    let source: Program
    let target: Program
    /// A program in a separate folder, on an empty database.
    let person: Program
    let url: String
    let targetURL: String
    /// The token of the target.
    let token: String

    func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await person.run(["promote"] + arguments)
    }

    func promote(_ flags: [String]) async throws -> Program.Outcome {
        try await run(["--from", "test", "--to", "production"] + flags)
    }

    func promote(_ flags: String...) async throws -> Program.Outcome { try await promote(flags) }

    /// New tags of the source that are published.
    func tags(_ names: String...) async throws -> [String] {
        var ids: [String] = []
        for name in names {
            let tag = try await source.run("tags", "create", "-s", "name=\(name)", "--publish", "-q")
            try #require(tag.status == 0, "\(tag.messages)")
            ids.append(tag.id)
        }
        return ids
    }

    /// The tags of the target.
    func names() async throws -> [String] {
        let list = try await target.run("tags", "list", "--json").json.items
        return list.compactMap { $0["title"]?.string }.sorted()
    }

    func targetCounts() async throws -> [String: Int] {
        var counts = try await target.withDatabase { try await $0.rowCounts() }
        // The tables that each server fills by itself; it adds to the search index in a pause of the writes.
        let own = ["servers", "rate_limits", "idempotency_keys"]
        for name in counts.keys where own.contains(name) || name.hasPrefix("search_") { counts[name] = nil }
        return counts
    }
}

func withPair(_ kinds: [TestDatabase], _ body: (PromotePair) async throws -> Void) async throws {
    try await withProgram(kinds[0]) { source in
        try await withProgram(kinds[1]) { target in
            try await withProgram { person in
                let (sourceToken, token) = (
                    try await source.token(of: "viewer"), try await target.token(of: "editor")
                )
                try await source.serving { url in
                    try await target.serving { targetURL in
                        _ = try await person.add("test", url, sourceToken)
                        _ = try await person.add("production", targetURL, token)
                        try await body(
                            PromotePair(
                                source: source,
                                target: target,
                                person: person,
                                url: url,
                                targetURL: targetURL,
                                token: token
                            )
                        )
                    }
                }
            }
        }
    }
}

extension Program {
    func add(_ name: String, _ url: String, _ token: String, _ flags: String...) async throws -> Outcome {
        let flags = ["--url", url, "--token-stdin", "--no-check"] + flags
        return try await run(["context", "add", name] + flags, input: token + "\n")
    }

    /// Uploads a picture; returns its id.
    func picture() async throws -> String {
        let file = "\(folder)/picture.png"
        try Data(MediaFixture.png(width: 1, height: 1)).write(to: URL(filePath: file))
        let added = try await run("media", "add", file, "-q")
        try #require(added.status == 0, "\(added.messages)")
        return added.id
    }

    /// The reason of the last change of an entry.
    func note(of id: String, _ type: String = "offers") async throws -> String? {
        try await run(type, "history", id, "--json").json.items.first?["note"]?.string
    }

    /// The ids of the categories in order.
    func order() async throws -> [String] {
        try await run("categories", "list", "-q").lines.map { String($0) }
    }
}
