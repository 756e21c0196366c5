import Core

// Limits of what apps ask of flags.
extension Limits {
    /// Of a fetch, before and after it is inflated.
    package static let flagBodySizeMax = 256 << 10
    /// How many times what the setting rate_limit allows an address may ask, and all that have one key of OFREP, and
    /// which part of it an installation: 6,000, 60,000 and 60 in a minute where it is not set (remote-config.md 6.11).
    package static let flagAddressShares = 10
    package static let flagKeyShares = 100
    package static let flagInstanceShare = 10
    /// A fetch is answered where it comes in if its body is at most this long, and conditions and values at most so many.
    package static let flagBodyAtOnceMax = 16 << 10
    package static let flagSizeAtOnceMax = 2_000
    /// Seconds after which a client asks again whose stream a server ends: not all of them at once.
    package static let flagStreamRetry = 15...30

    // Installations
    package static let installationTokenAge: Duration = .seconds(604_800)
    package static let installationTokenLengthMax = 2_048

    // OFREP
    /// A provider keeps the address of its stream for as long as nothing changes.
    package static let flagTicketAge: Duration = .seconds(2 * 86_400)
    /// So an address stays the same for a day, in seconds.
    package static let flagTicketStep: Int64 = 86_400
    /// In which a provider may have been answered before a publication and begin to follow behind it.
    package static let flagJustPublished: Duration = .seconds(10)
    package static let flagTicketLengthMax = 200
    /// In which time a provider may ask once where it is told of nothing.
    package static let flagPollInterval: Duration = .seconds(60)
    package static let flagInactivity: Duration = .seconds(120)
}
