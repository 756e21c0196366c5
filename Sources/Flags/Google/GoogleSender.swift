import Core
import Storage

/// Pushes publications to Google from the outbox, and retries while Google is unreachable.
package struct GoogleSender: OutboxSender {
    package let kind = OutboxKind.flags
    private let google: GoogleFlags

    package init(google: GoogleFlags) {
        self.google = google
    }

    package func send(_ message: OutboxMessage) async -> OutboxResult {
        guard let place = message.flagPlace, let number = message.payload["version"]?.integer else {
            return OutboxResult(.failed(Self.empty))
        }
        do {
            let status = try await google.status(place)
            guard let link = status.link, link.pushes else { return OutboxResult(.failed(Self.off)) }
            // A later version was pushed already.
            if let sent = status.state?.number, sent >= number { return OutboxResult(.sent) }
            try await google.push(place)
            return OutboxResult(.sent)
        } catch let fault as GoogleFault {
            // A mismatch is a concurrent publication, which will be over at the next attempt.
            let isPassing = fault.kind == .away || fault.kind == .mismatch
            return OutboxResult(isPassing ? .again(fault.detail) : .failed(fault.detail))
        } catch let problem as Problem {
            return OutboxResult(.failed(problem.detail))
        } catch {
            return OutboxResult(.again(Self.unread))
        }
    }

    private static let empty = Localized(
        "Непонятно, что отправлять.",
        "The message does not say what to send."
    )
    private static let off = Localized(
        "Отправка в Firebase выключена.",
        "Publishing to Firebase is switched off."
    )
    private static let unread = Localized("База данных недоступна.", "The database was away.")
}

extension OutboxKind {
    /// A publication of flags to be pushed to Google.
    package static let flags = OutboxKind("flags")
}

extension OutboxMessage {
    fileprivate var flagPlace: FlagPlace? {
        guard let project = payload["project"]?.string, let namespace = payload["namespace"]?.string else {
            return nil
        }
        return FlagPlace(project: project, namespace: namespace)
    }
}

extension Connection {
    /// Enqueues a version for Google, if the project pushes automatically.
    func enqueueForGoogle(_ info: FlagVersion.Info) throws {
        let place = info.place
        guard let link = try flagProject(place.project).settings.google, link.pushes else { return }
        try Outbox.enqueue(
            .flags,
            eventID: "flags-\(place.project)-\(place.namespace)-\(info.number)",
            payload: [
                "event": "flags.published", "project": .string(place.project),
                "namespace": .string(place.namespace), "version": .integer(info.number),
            ],
            lane: "google-\(link.project)",
            subject: place.project,
            at: info.at,
            on: self
        )
    }
}
