/// One thing that is counted by the day: views of a mod, downloads of its file, events of a client.
package struct DayCount: Sendable, Hashable {
    package let app: String
    package let kind: String
    /// What it happened to: the id of a content, the name of an event.
    package let subject: String

    package init(app: String, kind: String, subject: String) {
        (self.app, self.kind, self.subject) = (app, kind, subject)
    }
}
