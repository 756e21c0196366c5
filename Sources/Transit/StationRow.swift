/// A station as a row has it.
package struct StationRow: Sendable {
    package var code: Int64
    package var country: Int64
    package var region: Int64?
    package var settlement: Int64?
    package var title: String
    package var titleEn: String?
    package var shortTitle: String?
    package var popularTitle: String?
    package var direction: String?
    package var esr: String?
    package var express: String?
    package var iata: String?
    package var sirena: String?
    package var point: Point?
    /// The IANA name; the zone of the settlement if nil.
    package var zone: String?
    package var kind = StationKind.unspecified
    package var transport: TransportKind
    package var majority: UInt8 = 5
    package var isHidden = false

    package init(
        code: Int64,
        country: Int64,
        settlement: Int64? = nil,
        title: String,
        transport: TransportKind,
        zone: String? = nil
    ) {
        (self.code, self.country, self.settlement) = (code, country, settlement)
        (self.title, self.transport, self.zone) = (title, transport, zone)
    }
}
