import Storage

/// The current time as an HTTP date (RFC 9110 §5.6.7), formatted once a second.
struct HTTPDate: Sendable {
    let now: @Sendable () -> Timestamp
    private let cache = Locked((second: Int64.min, text: ""))

    init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    func callAsFunction() -> String {
        let now = now()
        return cache.update { cache in
            if cache.second != now.seconds { cache = (now.seconds, Self.text(now)) }
            return cache.text
        }
    }

    static func text(_ moment: Timestamp) -> String {
        let text = moment.description
        let parts = text.prefix(10).split(separator: "-")
        let days = (moment.seconds - (moment.seconds % 86_400 + 86_400) % 86_400) / 86_400
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[(Int(parts[1]) ?? 1) - 1]
        let time = text.dropFirst(11).prefix(8)
        return "\(weekdays[Int((days % 7 + 7) % 7)]), \(parts[2]) \(month) \(parts[0]) \(time) GMT"
    }
}
