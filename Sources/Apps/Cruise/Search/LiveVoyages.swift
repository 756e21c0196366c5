import Core
import Storage
import Voyages
import Web

/// The catalogue that searches read, made again when its content types change or a window opens or closes.
package final class LiveVoyages: Sendable {
    /// The line of `revisions` that every order raises which takes or frees places.
    static let placesRevision = "cruise_places"

    private struct Taken {
        var revision: Int64 = 0
        var places: [String: Int32] = [:]
    }

    private struct State {
        var catalogue: VoyageCatalogue?
        var taken = Taken()
    }

    private let database: any Database
    private let state = Locked(State())
    private let building = SingleFlight()

    init(database: any Database) {
        self.database = database
    }

    /// The catalogue, if it needs no work to be up to date.
    func current(_ live: LiveState, at now: Timestamp) -> VoyageCatalogue? {
        guard let catalogue = state.value.catalogue, catalogue.isCurrent(live, at: now) else { return nil }
        return catalogue
    }

    /// The catalogue of the present sets; of several callers one makes it.
    func catalogue(_ services: Services) async throws -> VoyageCatalogue {
        try await services.live.load()
        let live = services.live.state
        if let catalogue = current(live, at: services.now()) { return catalogue }
        try await building.run { [self] in
            let (live, now) = (services.live.state, services.now())
            guard current(live, at: now) == nil else { return }
            if state.value.catalogue == nil { try await readTaken() }
            let known = state.value
            let made = VoyageCatalogue(live, at: now, taken: known.taken.places, known: known.catalogue)
            state.update { state in
                // Places may have been taken meanwhile.
                let isOlder = state.taken.revision != known.taken.revision
                state.catalogue = isOlder ? made.with(taken: state.taken.places) : made
            }
        }
        if let catalogue = current(services.live.state, at: services.now()) ?? state.value.catalogue {
            return catalogue
        }
        throw StorageError.other("the cruises were not read")
    }

    /// Makes the catalogue before a client waits for it; an app without requests stays unread.
    func prepare(_ services: Services) async throws {
        guard state.value.catalogue != nil else { return }
        _ = try await catalogue(services)
    }

    /// Takes in places that were taken or freed before this call; an app without requests stays unread.
    func refresh() async throws {
        guard state.value.catalogue != nil else { return }
        try await readTaken()
    }

    private func readTaken() async throws {
        let known = state.value.taken
        let read = try await database.read { connection -> Taken? in
            let name = LiveVoyages.placesRevision
            let rows = try connection.rows("SELECT revision FROM revisions WHERE type = \(name)")
            let revision: Int64 = try rows.first?.get("revision") ?? 0
            guard revision != known.revision else { return nil }
            return Taken(revision: revision, places: try connection.heldPlaces())
        }
        guard let read else { return }
        state.update { state in
            guard read.revision > state.taken.revision else { return }
            // A cruise that was in the list before is given its places back.
            var places = state.taken.places.mapValues { _ in Int32(0) }
            places.merge(read.places) { _, new in new }
            state.taken = read
            state.catalogue = state.catalogue?.with(taken: places)
        }
    }
}
