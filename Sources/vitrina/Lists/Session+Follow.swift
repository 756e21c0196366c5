import Core
import Foundation

extension Session {
    /// Looks again and again after pauses; a server that starts anew is worth waiting for.
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

    /// One line for each, at once, also into a pipe.
    func tell(_ items: some Collection<JSON>, cells: (JSON) -> [String]) {
        for item in items {
            answer(item) {
                let cells = cells(item)
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
