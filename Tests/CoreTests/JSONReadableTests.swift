import Core
import Storage
import Testing

/// Answers that the program reads back are as it wrote them, and a wrong member is named.
struct JSONReadableTests {
    private static let change: JSON = [
        "number": 7, "type": "offers", "id": "a", "version": 3, "action": "flagged",
        "at": "2026-11-22T10:00:00.000000Z", "by": "Olga", "door": "cli", "note": .null, "title": "Кофе",
        "flags": ["on_home": true],
    ]

    @Test func `a change is read as it was written`() throws {
        #expect(try Change(json: Self.change).json == Self.change)
    }

    @Test func `a missing member is named`() {
        let fault = #expect(throws: Fault.self) {
            try Page<Change>(json: ["items": [["number": 7]], "next": .null])
        }

        #expect(fault?.pointer == "#/items/0/type")
        #expect(fault?.detail.en == "is missing")
    }

    @Test func `a member of another kind is named`() {
        let json = Self.change.merged(with: ["version": "3"])

        let fault = #expect(throws: Fault.self) { try Change(json: json) }

        #expect(fault?.pointer == "#/version")
        #expect(fault?.detail.en == "must be a whole number")
    }

    @Test func `a state of a newer server is named`() {
        let json = Self.change.merged(with: ["action": "melted"])

        let fault = #expect(throws: Fault.self) { try Change(json: json) }

        #expect(fault?.pointer == "#/action")
        #expect(fault?.detail.en == "is unknown to this version: melted")
    }

    @Test func `an optional member may be missing, but not of another kind`() throws {
        let json: JSON = ["id": 5]

        #expect(try json.get("note", as: String?.self) == nil)
        #expect(throws: Fault.self) { try json.get("id", as: String?.self) }
    }
}
