import Apps
import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// An action in the console that affects apps, and its form.
struct UndoPlace: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The path of the entry.
    let entry: @Sendable (UndoWorld) -> String
    let act: @Sendable (UndoWorld) async throws -> String
    /// False if the difference is visible only to staff.
    let isSeen: Bool
    /// The earlier action on the entry.
    let before: String?

    init(
        _ name: String,
        _ entry: @escaping @Sendable (UndoWorld) -> String,
        isSeen: Bool = true,
        after before: String? = nil,
        _ act: @escaping @Sendable (UndoWorld) async throws -> String
    ) {
        (testDescription, self.entry, self.isSeen, self.act) = (name, entry, isSeen, act)
        self.before = before
    }

    private static let offers = "/mall/offers"
    private static func both(_ world: UndoWorld) -> String { "id=\(world.offer)&id=\(world.plain)" }
    private static let offer: @Sendable (UndoWorld) -> String = { "/mall/offers/\($0.offer)" }
    private static let page: @Sendable (UndoWorld) -> String = { "/stories/story_pages/\($0.first)" }
    private static let mod: @Sendable (UndoWorld) -> String = { "/mods/mods/\($0.mod)" }

    static let all = rows + lists + forms + screens

    /// The menu of a row.
    private static let rows: [UndoPlace] = [
        UndoPlace("row: archive", offer) { try await $0.act("\(offers)/\($0.offer)/archive") },
        UndoPlace("row: remove", offer) { try await $0.act("\(offers)/\($0.offer)/remove") },
        UndoPlace("row: unarchive", offer, isSeen: false, after: "archive") {
            try await $0.act("\(offers)/\($0.offer)/unarchive")
        },
        UndoPlace("row: recover", offer, isSeen: false, after: "remove") {
            try await $0.act("\(offers)/\($0.offer)/recover")
        },
        UndoPlace("row: switch", offer) {
            try await $0.act("\(offers)/\($0.offer)/flags/on_home", "value=false")
        },
        UndoPlace("row: copy", offer, isSeen: false) { try await $0.act("\(offers)/\($0.offer)/copy") },
        UndoPlace("row: move", offer) {
            try await $0.act("\(offers)/move", "id=\($0.offer)&before=\($0.plain)&was_after=\($0.plain)")
        },
    ]

    private static let lists: [UndoPlace] =
        ["archive", "remove", "unpublish", "publish"].map { action in
            UndoPlace("bulk: \(action)", offer) {
                try await $0.act("\(offers)/bulk", "do=\(action)&\(both($0))")
            }
        } + [
            UndoPlace("bulk: switch", offer) {
                try await $0.act("\(offers)/bulk", "do=flag:on_home:false&\(both($0))")
            },
            UndoPlace("bulk: set", offer, isSeen: false) {
                try await $0.act("\(offers)/bulk", "do=set:cost&value=77&\(both($0))")
            },
            UndoPlace("bulk: set and publish", offer) {
                try await $0.act("\(offers)/bulk", "do=set:cost&value=77&publish=on&\(both($0))")
            },
            UndoPlace("bulk: everything", offer) { try await $0.act("\(offers)/bulk", "do=archive&all=1") },
        ]

    /// The form of one entry, and its history.
    private static let forms: [UndoPlace] = [
        UndoPlace("form: publish", offer) { try await $0.act("\(offers)/\($0.offer)", "_do=publish") },
        UndoPlace("form: unpublish", offer) { try await $0.act("\(offers)/\($0.offer)", "_do=unpublish") },
        UndoPlace("form: discard", offer, isSeen: false) {
            try await $0.act("\(offers)/\($0.offer)", "_do=discard")
        },
        UndoPlace("form: archive", offer) { try await $0.act("\(offers)/\($0.offer)", "_do=archive") },
        UndoPlace("form: remove", offer) { try await $0.act("\(offers)/\($0.offer)", "_do=remove") },
        UndoPlace("form: switch", offer) { try await $0.act("\(offers)/\($0.offer)", "_flag=on_home") },
        UndoPlace("form: first publication", { "/mall/offers/\($0.fresh)" }) {
            try await $0.act("\(offers)/\($0.fresh)", "_do=publish")
        },
        UndoPlace("history: restore", offer, isSeen: false) {
            try await $0.act("\(offers)/\($0.offer)/restore", "version=1")
        },
    ]

    /// The screens of the apps: home, board, catalogue.
    private static let screens: [UndoPlace] = [
        UndoPlace("home: off", offer) { try await $0.act("/mall/home/offers/cards/\($0.offer)/off") },
        UndoPlace("home: order", offer) {
            try await $0.act("/mall/home/offers/order", "id=\($0.offer)&to=first")
        },
        UndoPlace("home: add", { "/mall/shops/\($0.lone)" }) {
            try await $0.act("/mall/home/services/add", "id=shops.\($0.lone)")
        },
        UndoPlace("today: switch", offer) {
            try await $0.act("/today/flags/mall/offers/\($0.offer)/on_home/off")
        },
        UndoPlace("board: page off", page) { try await $0.act("/stories/board/pages/\($0.first)/off") },
        UndoPlace("board: page on", page) { try await $0.act("/stories/board/pages/\($0.first)/on") },
        UndoPlace("board: page published", page) { world in
            let version = try await world.version("/stories/story_pages/\(world.first)")
            return try await world.act(
                "/stories/board/pages/\(world.first)",
                "_do=publish&_version=\(version)"
            )
        },
        UndoPlace("board: page removed", page) {
            try await $0.act("/stories/board/pages/\($0.first)/remove")
        },
        UndoPlace("board: story off", page) { try await $0.act("/stories/board/groups/\($0.story)/off") },
        UndoPlace("board: story published", page) {
            try await $0.act("/stories/board/groups/\($0.story)/publish")
        },
        UndoPlace("board: story removed", page) {
            try await $0.act("/stories/board/groups/\($0.story)/remove")
        },
        UndoPlace("board: order", page) {
            try await $0.act("/stories/board/groups/\($0.story)/order", "id=\($0.second)&to=up")
        },
        UndoPlace("catalogue: mod off", mod) { try await $0.act("/mods/catalogue/\($0.mod)/off") },
        UndoPlace("catalogue: category off", mod) { world in
            let category = try await world.vitrina.modCategory("mashiny")
            return try await world.act("/mods/catalogue/categories/\(category)/off")
        },
        UndoPlace("catalogue: mod on", mod) { try await $0.act("/mods/catalogue/\($0.mod)/on") },
    ]
}

/// An undo restores exactly the state that apps saw.
struct UndoTests {
    @Test(arguments: UndoPlace.all)
    func `what is undone is for every app as if nothing had been done`(place: UndoPlace) async throws {
        try await withMods { vitrina in
            let world = try await UndoWorld(vitrina)
            if let before = place.before { _ = try await world.act("\(place.entry(world))/\(before)") }
            let (seen, entry) = (try await world.seen(), try await world.entry(place.entry(world)))

            let notice = try await place.act(world)
            if place.isSeen { #expect(try await world.seen() != seen, "the act is seen") }
            let told = try await world.undo(notice)

            #expect(told.hasPrefix("Отменено: "), "\(told)")
            let after = try await world.seen()
            for (path, answer) in seen { #expect(after[path] == answer, "\(path)") }
            #expect(try await world.entry(place.entry(world)) == entry)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `on both databases archive, trash and unpublish come back live`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let world = try await UndoWorld(vitrina)
            let path = "/mall/offers/\(world.offer)"
            let (seen, entry) = (try await world.seen(), try await world.entry(path))
            for act in ["\(path)/archive", "\(path)/remove"] {
                let notice = try await world.act(act)
                #expect(try await world.seen() != seen)
                #expect(try await world.undo(notice).hasPrefix("Отменено: "))
                #expect(try await world.seen() == seen)
                #expect(try await world.entry(path) == entry)
            }
            // One undo after the other, as with the keyboard shortcut.
            let first = try await world.act("\(path)/archive")
            let second = try await world.act("\(path)/remove")
            #expect(try await world.undo(second).hasPrefix("Отменено: "))
            #expect(try await world.entry(path)["state"] == "archived")
            #expect(try await world.undo(first).hasPrefix("Отменено: "))
            #expect(try await world.seen() == seen)
            #expect(try await world.entry(path) == entry)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what a colleague has changed since is not overwritten`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let world = try await UndoWorld(vitrina)
            let path = "/mall/offers/\(world.offer)"
            let notice = try await world.act("\(path)", "_do=publish")
            try await world.edit(path, ["cost": 555], publish: true)
            let seen = try await world.seen()
            let told = try await world.undo(notice)
            #expect(told.hasPrefix("Не отменено. ") && told.contains("Egor"), "\(told)")
            #expect(try await world.seen() == seen)

            let bulk = try await world.act(
                "/mall/offers/bulk",
                "do=flag:on_home:false&id=\(world.offer)&id=\(world.plain)"
            )
            try await world.edit(path, ["cost": 556])
            let part = try await world.undo(bulk)
            #expect(part.hasPrefix("Отменено не всё: ") && part.contains("Не вышло: 1"), "\(part)")
            #expect(try await world.entry("/mall/offers/\(world.plain)")["live"]?["on_home"] == true)
            #expect(try await world.entry(path)["live"]?["on_home"] == false)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `references that went with an entry come back with it`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let world = try await UndoWorld(vitrina)
            let category = try await vitrina.category("gone")
            let shop = "/mall/shops/\(world.lone)"
            let own = try await world.entry(shop)["fields"]?["categories"]?.array ?? []
            try await world.edit(shop, ["categories": .array(own + [.string(category)])], publish: true)
            let (seen, entry) = (try await world.seen(), try await world.entry(shop))

            let notice = try await world.act("/mall/categories/\(category)/uses")
            #expect(try await world.entry(shop) != entry)
            #expect(try await world.undo(notice).hasPrefix("Отменено: "))
            #expect(try await world.seen() == seen)
            #expect(try await world.entry(shop) == entry)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the API brings back what was live`(kind: TestDatabase) async throws {
        try await withMods(kind) { vitrina in
            let world = try await UndoWorld(vitrina)
            let path = "/mall/offers/\(world.offer)"
            let own = UndoWorld.api + path
            let (seen, entry) = (try await world.seen(), try await world.entry(path))
            for (put, back) in [("archive", "archive"), ("", "trash")] {
                let away = try await vitrina.send(
                    put.isEmpty ? .delete : .put,
                    put.isEmpty ? own : "\(own)/\(put)",
                    headers: [.ifMatch: "\"\(try await world.version(path))\""]
                )
                #expect([200, 204].contains(away.status), "\(away.text)")
                let match: HTTPFields = [.ifMatch: "\"\(try await world.version(path))\""]
                let viewer = try await vitrina.send(
                    .delete,
                    "\(own)/\(back)?as_before=true",
                    headers: match,
                    as: Vitrina.viewer
                )
                #expect(viewer.status == 403)
                let reply = try await vitrina.send(.delete, "\(own)/\(back)?as_before=true", headers: match)
                #expect(reply.status == 200 && reply.json["state"] == "live", "\(reply.text)")
                #expect(try await world.seen() == seen)
                #expect(try await world.entry(path) == entry)
            }
            let match: HTTPFields = [.ifMatch: "\"\(try await world.version(path))\""]
            let active = try await vitrina.send(.delete, "\(own)/archive?as_before=true", headers: match)
            #expect(active.status == 409)
        }
    }

    @Test func `a revert names the versions that it takes back, or what is wrong with them`() async throws {
        try await withMods { vitrina in
            let world = try await UndoWorld(vitrina)
            let bulk = UndoWorld.api + "/mall/offers/bulk"
            let ids: JSON = [.string(world.offer), .string(world.plain)]
            let base: JSON = ["action": "revert", "ids": ids]
            for versions: JSON in [[1], [1, "2"], 5] {
                let reply = try await vitrina.send(.post, bulk, base.merged(with: ["versions": versions]))
                #expect(reply.status == 422 && reply.text.contains("#/versions"), "\(reply.text)")
            }
            // There is nothing before the first row of an entry's history.
            let fresh: JSON = ["action": "revert", "ids": [.string(world.fresh)]]
            #expect(try await vitrina.send(.post, bulk, fresh).status == 409)
            let newest = try await vitrina.send(
                .post,
                bulk,
                ["action": "revert", "ids": [.string(world.offer)]]
            )
            #expect(newest.json["changed"] == 1, "\(newest.text)")
            #expect(try await world.entry("/mall/offers/\(world.offer)")["has_draft"] == false)
        }
    }
}
