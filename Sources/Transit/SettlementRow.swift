/// A settlement as a row has it.
package struct SettlementRow: Sendable {
    package var code: Int64
    package var country: Int64
    package var region: Int64?
    package var title: String
    package var titleEn: String?
    package var shortTitle: String?
    package var popularTitle: String?
    package var point: Point?
    /// The IANA name: `Europe/Moscow`.
    package var zone: String

    package init(code: Int64, country: Int64, region: Int64? = nil, title: String, zone: String) {
        (self.code, self.country, self.region, self.title, self.zone) = (code, country, region, title, zone)
    }
}
