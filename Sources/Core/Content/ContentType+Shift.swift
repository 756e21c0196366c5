import Storage

/// Dates that are shifted by days.
extension ContentType {
    /// The fields with a day or a moment: the ends of the window, and fields of those kinds.
    package var datedNames: [String] {
        let window =
            switch self.window {
            case .none: [] as [String]
            case .between: Self.windowNames
            }
        return window
            + fields.filter { $0.shape == .day || $0.shape == .moment }.map(\.name)
    }

    /// The patch that shifts dates of a body by so many days of 24 hours; an empty date stays empty.
    package func shifted(_ body: Body, by days: [String: Int64]) -> [String: JSON] {
        var patch: [String: JSON] = [:]
        for name in datedNames {
            guard let days = days[name], days != 0, let text = body[name]?.string else { continue }
            patch[name] = Self.shifted(text, by: days).map { .string($0) }
        }
        return patch
    }

    private static func shifted(_ text: String, by days: Int64) -> String? {
        let duration = Duration.seconds(days * 86_400)
        if let moment = Timestamp(text) { return moment.advanced(by: duration).description }
        guard let noon = Timestamp("\(text)T12:00:00Z") else { return nil }
        return String(noon.advanced(by: duration).description.prefix(10))
    }
}
