import Core
import Storage
import Web

/// The download URL of a mod's archive, signed with an expiry if the setting requires it (mods.md 6.5).
struct ModLink: Sendable, Hashable {
    /// The maximum lifetime of a signed link, in minutes.
    static let minutesMax: Int64 = 7 * 24 * 60

    let address: String
    /// The moment from which a new response would have a link with a later expiry.
    var validUntil: Timestamp?
}

extension PublicRequest {
    /// An external URL is sent as typed (mods.md 6.6).
    func link(to mod: LiveContent) -> ModLink {
        guard mod.string("file") != nil else { return ModLink(address: mod.string("file_url") ?? "") }
        let path = mod.slug ?? ""
        let address = "\(baseURL)\(ModSignature.folder)\(path).zip"
        guard let linkKey else { return ModLink(address: address) }
        let signature = ModSignature(path: path, minutes: settings.integer("link_minutes"), at: now)
        return ModLink(
            address: "\(address)?\(signature.query(linkKey))",
            validUntil: signature.renewal
        )
    }
}

/// A signature of the URL of one archive, with an expiry.
struct ModSignature: Sendable {
    static let folder = "/mods/files/"
    static let secret = "mod-links"

    let path: String
    /// Seconds since 1970.
    let expiry: Int64
    private let seconds: Int64

    /// A link lasts `minutes` and up to a quarter more: expiries are rounded, so that responses can be cached.
    init(path: String, minutes: Int64, at now: Timestamp) {
        self.path = path
        seconds = max(1, min(minutes, ModLink.minutesMax)) * 60
        let step = max(60, seconds / 4)
        expiry = ((now.seconds + seconds) / step + 1) * step
    }

    private init(path: String, expiry: Int64) {
        (self.path, self.expiry, seconds) = (path, expiry, 0)
    }

    /// The moment from which a new link has a later expiry.
    var renewal: Timestamp? { Timestamp(seconds: expiry - seconds) }

    func query(_ key: [UInt8]) -> String { "expires=\(expiry)&signature=\(signature(key))" }

    private func signature(_ key: [UInt8]) -> String {
        Base64URL.encode(HMAC.sha256(Array("\(path)\n\(expiry)".utf8), key: key))
    }

    /// Throws unless the query has a valid signature of the path.
    static func check(
        _ path: String,
        _ query: [(name: String, value: String)],
        key: [UInt8],
        at now: Timestamp
    ) throws(Problem) {
        let value = { (name: String) in query.last { $0.name == name }?.value }
        guard let expiry = value("expires").flatMap({ Int64($0) }), let signature = value("signature"),
            isEqualInConstantTime(
                Array(signature.utf8),
                Array(ModSignature(path: path, expiry: expiry).signature(key).utf8)
            )
        else {
            throw Problem(.forbidden, Localized("Ссылка не подписана.", "The link is not signed."))
        }
        guard now.seconds < expiry else {
            throw Problem(.forbidden, Localized("Срок ссылки истёк.", "The link has expired."))
        }
    }
}
