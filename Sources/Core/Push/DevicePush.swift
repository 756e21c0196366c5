import Storage

/// A notification for a device that an app knows; the token is looked up when it is sent, and stands in no message.
package struct DevicePush: JSONReadable, Hashable {
    package let app: String
    package let deviceID: String
    package let title: String
    package let text: String
    package let image: String?
    /// The data by which the app chooses the screen for a tap (C144).
    package let data: [String: String]
    /// The campaign that it belongs to; nil for one about a person's own affairs.
    package let campaignID: String?
    /// The user who must be signed in on the device when it is sent; nil for any.
    package let userID: String?

    package init(
        to deviceID: String,
        of app: String,
        title: String,
        text: String,
        image: String? = nil,
        data: [String: String] = [:],
        campaignID: String? = nil,
        userID: String? = nil
    ) {
        (self.app, self.deviceID, self.title, self.text) = (app, deviceID, title, text)
        (self.image, self.data, self.campaignID, self.userID) = (image, data, campaignID, userID)
    }

    /// Reads the payload of a message.
    package init(json payload: JSON) throws(Fault) {
        self.init(
            to: try payload.get("device"),
            of: try payload.get("app"),
            title: try payload.get("subject"),
            text: try payload.get("text"),
            image: try payload.get("image"),
            data: try payload.get("data"),
            campaignID: try payload.get("campaign"),
            userID: try payload.get("user")
        )
    }

    private var payload: JSON {
        [
            "app": .string(app), "device": .string(deviceID), "subject": .string(title),
            "text": .string(text), "image": JSON(image),
            "data": .object(data.mapValues { .string($0) }), "campaign": JSON(campaignID),
            "user": JSON(userID),
        ]
    }

    /// Enqueues it in the transaction that causes it; `eventID` is the same for the same notification.
    package func enqueue(
        eventID: String,
        subject: String,
        validUntil: Timestamp? = nil,
        at now: Timestamp,
        on connection: any Connection
    ) throws {
        try Outbox.enqueue(
            .devicePush,
            eventID: eventID,
            payload: payload,
            // A large campaign does not delay messages about orders.
            lane: "\(campaignID == nil ? "push" : "campaign"):\(app)",
            subject: subject,
            validUntil: validUntil ?? now.advanced(by: Outbox.pushAge),
            at: now,
            on: connection
        )
    }
}

extension OutboxKind {
    package static let devicePush = OutboxKind("device-push")
}

/// The target of a notification.
package enum PushTarget: Sendable, Hashable {
    case token(String)
    case none(Localized)

    /// The device is unknown by now, or its user has changed or unsubscribed.
    package static let gone = PushTarget.none(
        Localized(
            "Устройства больше нет, или уведомления отключены.",
            "The device is gone, or wants no notifications."
        )
    )
    package static let cancelled = PushTarget.none(
        Localized("Рассылка отменена.", "The campaign is cancelled.")
    )
}

/// The devices of an app, for notifications.
package protocol PushDevices: Sendable {
    var app: String { get }
    /// True if nothing may leave the program.
    func isTest() async throws -> Bool
    /// The token of a device at this moment, or the reason why it gets no such notification any more.
    func target(of push: DevicePush) async throws -> PushTarget
    /// Drops a token that Firebase no longer knows (C146).
    func forget(_ deviceID: String, _ token: String, on connection: any Connection) throws
}

/// Sends notifications to the devices that apps know.
///
/// In the test mode of an app nothing leaves the program: the outbox shows the messages (C145).
package struct DevicePushSender: OutboxSender {
    package let kind = OutboxKind.devicePush
    private let fcm: FCM?
    private let apps: [any PushDevices]

    package init(fcm: FCM?, apps: [any PushDevices]) { (self.fcm, self.apps) = (fcm, apps) }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let push = try? DevicePush(json: message.payload),
            let devices = apps.first(where: { $0.app == push.app })
        else {
            return OutboxResult(.failed(Self.empty))
        }
        do {
            let token: String
            switch try await devices.target(of: push) {
            case .token(let known): token = known
            case .none(let reason): return OutboxResult(.failed(reason))
            }
            if try await devices.isTest() { return OutboxResult(.kept) }
            guard let fcm else { return OutboxResult(.failed(PushSender.absent)) }
            let outcome = try await fcm.send(
                Push(to: token, title: push.title, text: push.text, image: push.image, data: push.data)
            )
            switch outcome {
            case .sent: return OutboxResult(.sent)
            case .unregistered(let reason):
                return OutboxResult(.failed(reason)) { try devices.forget(push.deviceID, token, on: $0) }
            }
        } catch let fault as GoogleFault {
            return OutboxResult(fault.kind == .away ? .again(fault.detail) : .failed(fault.detail))
        } catch {
            return OutboxResult(.again(Self.unread))
        }
    }

    package func ended(
        _ message: OutboxMessage,
        _ state: OutboxMessage.State,
        on connection: any Connection
    ) throws {
        try Campaign.count(message, as: state, by: 1, on: connection)
    }

    private static let empty = Localized(
        "Непонятно, что отправлять.",
        "The message does not say what to send."
    )
    private static let unread = Localized("База не ответила.", "The database has not answered.")
}
