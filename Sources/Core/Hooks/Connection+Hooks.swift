import Storage

extension Connection {
    /// Enqueues a change of content for those of the active hooks that have subscribed to it, in its transaction.
    func announce(
        _ action: HistoryEntry.Action,
        _ content: Content,
        of type: ContentType,
        number: Int64,
        act: ContentStore.Act,
        to active: [Hook]
    ) throws {
        let event = HookEvent(action)
        let hooks = active.filter { $0.wants(event, of: type.name) }
        guard !hooks.isEmpty else { return }
        let eventID = "content-\(number)"
        let payload = Self.payload(event, eventID, content, of: type, act: act)
        for hook in hooks {
            try Outbox.enqueue(
                .hook,
                eventID: eventID,
                payload: payload,
                lane: hook.id,
                subject: hook.id,
                at: content.updatedAt,
                on: self
            )
        }
    }

    /// The payload of an event; the fields are left out if it would be too large.
    private static func payload(
        _ event: HookEvent,
        _ eventID: String,
        _ content: Content,
        of type: ContentType,
        act: ContentStore.Act
    ) -> JSON {
        let whole = content.json(as: type, at: content.updatedAt)
        var members: [String: JSON] = [
            "id": .string(eventID), "event": .string(event.name),
            "at": .string(content.updatedAt.description), "by": .string(act.author.name),
            "door": .string(act.author.door.rawValue), "note": JSON(act.note),
            "content": whole, "truncated": false,
        ]
        let json = JSON.object(members)
        guard json.bytes.count > Limits.hookPayloadSizeMax else { return json }
        let large: Set<String> = ["fields", "live"]
        members["content"] = .object((whole.object ?? [:]).filter { !large.contains($0.key) })
        members["truncated"] = true
        return .object(members)
    }
}
