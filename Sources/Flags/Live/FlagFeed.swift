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

    /// The followers of one server; an owner is an address, which many devices may share.
    package static func newFollowers() -> Followers<FlagReader> {
        Followers(max: Limits.flagReadersMax, ofOneMax: Limits.flagReadersOfAddressMax)
    }

    /// Adds a reader that has a version; if there is a later one by now, it is sent at once (R74).
    ///
    /// `key` is the id of the app's client key. Staff have none: they follow the draft as well, and `version` is then
    /// its step. Every `join` needs a `leave`.
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
    /// False once the key is disabled, the project is deleted or its realtime updates are off.
    fileprivate func lets(_ reader: FlagReader) -> Bool {
        guard let key = reader.key else { return true }
        guard let project = project(ofKey: key)?.project else { return false }
        return project.id == reader.place.project && project.settings.isRealtime
    }
}

/// One subscriber to the flags of a template.
///
/// Only the newest version is queued, so that a slow reader misses steps and never the outcome.
package final class FlagReader: FeedReader {
    package enum Item: Sendable, Hashable {
        /// The new version; for staff, the new step of the draft.
        case version(Int64)
        /// Nothing has happened for a while.
        case heartbeat
    }

    private struct State {
        var told: Int64
        var item: Item?
        var lastAt: Timestamp
    }

    package let owner: String
    /// The id of the app's client key; nil for staff.
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

    /// Returns the queued item and empties the queue.
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
            // A later known version is from elsewhere, such as Firebase before a migration: the count starts over.
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
