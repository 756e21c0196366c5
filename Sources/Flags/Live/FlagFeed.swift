import Core
import Storage

/// Sends a new version of a template, published on any server, to the subscribers on this one.
package final class FlagFeed: Feed {
    package let followers: Followers<FlagReader>
    private let live: LiveFlags
    private let now: @Sendable () -> Timestamp

    /// `live` must wake the followers after each change.
    package init(
        live: LiveFlags,
        followers: Followers<FlagReader>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.live = live
        self.followers = followers
        self.now = now
    }

    /// Those of one server; an owner is an address, which many phones may share.
    package static func newFollowers() -> Followers<FlagReader> {
        Followers(max: Limits.flagReadersMax, ofOneMax: Limits.flagReadersOfAddressMax)
    }

    /// Lets somebody follow who knows a version; where there is a later one by now, it is told at once (R74).
    ///
    /// `key` is the id of the key that lets an app in. Staff come without one: they follow what is being worked on as
    /// well, and count its steps. `leave` must follow.
    package func join(
        _ place: FlagPlace,
        knowing version: Int64,
        key: String?,
        owner: String
    ) throws -> FlagReader {
        let reader = FlagReader(owner: owner, key: key, place: place, knowing: version, at: now())
        try followers.add(reader)
        reader.look(live.state, at: now())
        return reader
    }

    package func look() async throws {
        guard !followers.isEmpty else { return }
        try await live.refresh()
        let (state, now) = (live.state, now())
        for reader in followers.all {
            if state.lets(reader) {
                reader.look(state, at: now)
            } else {
                reader.end()
            }
        }
    }
}

extension LiveFlagState {
    /// False once the key has been shut, the project has gone or its realtime is off.
    fileprivate func lets(_ reader: FlagReader) -> Bool {
        guard let key = reader.key else { return true }
        guard let project = project(ofKey: key)?.project else { return false }
        return project.id == reader.place.project && project.settings.isRealtime
    }
}

/// Somebody who follows the flags of one place.
///
/// Only the newest version waits for them, so that a slow one misses steps and never the outcome.
package final class FlagReader: FeedReader {
    package enum Item: Sendable, Hashable {
        /// For staff the step that what is worked on has come to.
        case version(Int64)
        /// Nothing has happened for a while, and the line still stands.
        case heartbeat
    }

    private struct State {
        var told: Int64
        var item: Item?
        var lastAt: Timestamp
    }

    package let owner: String
    /// The id of the key that let an app in; nil for staff.
    package let key: String?
    package let place: FlagPlace
    package let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let state: Locked<State>

    init(owner: String, key: String?, place: FlagPlace, knowing version: Int64, at now: Timestamp) {
        self.owner = owner
        self.key = key
        self.place = place
        state = Locked(State(told: version, lastAt: now))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What waits, which no longer does.
    package func take() -> Item? {
        state.update { state in
            defer { state.item = nil }
            return state.item
        }
    }

    package func end() { waker.finish() }

    func look(_ live: LiveFlagState, at now: Timestamp) {
        let version = key == nil ? live.step(place) : live.version(place)
        let isWoken = state.update { state in
            // Who knows a later version has it from elsewhere, as an app that comes from Firebase: numbers go on here.
            state.told = min(state.told, version)
            if version > state.told {
                (state.told, state.item, state.lastAt) = (version, .version(version), now)
                return true
            }
            guard state.item == nil, state.lastAt.advanced(by: Limits.flagHeartbeat) <= now else {
                return false
            }
            (state.item, state.lastAt) = (.heartbeat, now)
            return true
        }
        if isWoken { waker.yield() }
    }
}
