import Testing

/// A word that is not allowed in code, except in some files.
struct Ban: Sendable, CustomTestStringConvertible {
    let word: String
    /// The folders in which the word is allowed.
    var homes: [String] = []
    /// The alternative, which completes "*word* …".
    let wayOut: String

    var testDescription: String { word }

    static let all = crashes + tasks + locks + places

    private static let crashes = [
        Ban(word: "try!", wayOut: "crashes; use try and let the caller decide"),
        Ban(word: "as!", wayOut: "crashes; use as? and say what to do otherwise"),
        Ban(word: "fatalError(", wayOut: "ends the server; throw a Problem"),
    ]

    private static let tasks = ["Task {", "Task.init", "Task.detached", "Task("].map {
        Ban(word: $0, wayOut: "runs where no caller waits for it; use a Service, a task group or async let")
    }

    private static let locks = [
        "@unchecked Sendable", "nonisolated(unsafe)", "Mutex<", "Mutex(", "NSLock", "DispatchSemaphore",
    ].map {
        Ban(
            word: $0,
            homes: ["Sources/Storage/"],
            wayOut: "belongs in Sources/Storage; use a value or an actor"
        )
    }

    private static let places = [
        Ban(
            word: "print(",
            homes: ["Sources/vitrina/"],
            wayOut: "belongs in Sources/vitrina; elsewhere return the text or log it"
        ),
        Ban(word: "import CLibSQLite", homes: ["Sources/Storage/"], wayOut: "belongs in Sources/Storage"),
        Ban(
            word: "import CLibPQ",
            homes: ["Sources/Storage/", "Tests/StorageTests/", "Tests/TestSupport/"],
            wayOut: "belongs in Sources/Storage"
        ),
        Ban(word: "import XCTest", wayOut: "is not used here; import Testing"),
        Ban(
            word: "import HummingbirdTesting",
            wayOut: "builds a second TLS library; talk to the real server"
        ),
    ]

    /// True if the line has the word, and not only a longer one with the same ending.
    func isIn(_ line: Substring) -> Bool {
        line.holds(word)
            && line.ranges(of: word).contains { range in
                let before = line[..<range.lowerBound].last
                return before.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." } ?? true
            }
    }
}
