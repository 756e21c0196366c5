/// A counter by the day: views of a mod, downloads of its file, events of a client.
package struct DayCount: Sendable, Hashable {
    package let app: String
    package let kind: String
    /// The object of the event: the id of an entry, the name of an event.
    package let subject: String

    package init(app: String, kind: String, subject: String) {
        (self.app, self.kind, self.subject) = (app, kind, subject)
    }
}
