import Core

// Limits of requests for flags from apps.
extension Limits {
    /// The body of a fetch, compressed or not.
    package static let flagBodySizeMax = 256 << 10
    /// The rate limits of an address, of an OFREP key and of an installation, relative to the setting rate_limit.
    ///
    /// An address and a key are multiples of it, an installation is a fraction: by default 6,000, 60,000 and 60 a
    /// minute (remote-config.md 6.11).
    package static let flagAddressShares = 10
    package static let flagKeyShares = 100
    package static let flagInstanceShare = 10
    /// The limits up to which a fetch is evaluated in the channel: its body, and the number of conditions and values.
    package static let flagBodyAtOnceMax = 16 << 10
    package static let flagSizeAtOnceMax = 2_000
    /// Seconds after which a client reconnects whose stream a server ended, spread so that not all come at once.
    package static let flagStreamRetry = 15...30

    // Installations
    package static let installationTokenAge: Duration = .seconds(604_800)
    package static let installationTokenLengthMax = 2_048

    // OFREP
    /// A provider uses the same URL of its stream as long as nothing changes.
    package static let flagTicketAge: Duration = .seconds(2 * 86_400)
    /// The step in seconds to which the expiry is rounded, so that a URL stays the same for a day.
    package static let flagTicketStep: Int64 = 86_400
    /// The time in which a provider may miss a publication between its fetch and the start of its stream.
    package static let flagJustPublished: Duration = .seconds(10)
    package static let flagTicketLengthMax = 200
    /// The polling interval of a provider that gets no notifications.
    package static let flagPollInterval: Duration = .seconds(60)
    package static let flagInactivity: Duration = .seconds(120)
}
