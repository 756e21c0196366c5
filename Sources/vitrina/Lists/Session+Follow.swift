import Core
import Glibc

extension Session {
    /// Polls with pauses; continues while a server restarts.
    func follow(every pause: Duration, _ look: () async throws -> Void) async throws {
        var isAway = false
        while true {
            try await Task.sleep(for: pause)
            do {
                try await look()
                isAway = false
            } catch let failure as Failure where failure.mayPass {
                if !isAway { note(failure.message) }
                isAway = true
            }
        }
    }

    /// Prints a line for each item, and flushes it for a pipe.
    func tell<Item: JSONReadable>(_ items: some Collection<JSON>, cells: (Item) throws -> [String]) throws {
        for item in items {
            try answer(item) {
                let cells = try cells(Item(json: item))
                return Table(
                    cells.map { Table.Column(ShortIdentifier.isWhole($0) ? "ID" : "") },
                    hasHeader: false,
                    rows: [cells]
                )
            }
        }
        if !items.isEmpty { fflush(nil) }
    }
}
