import Core

/// Options of an import of an operator's file.
struct CruiseImportOptions: Sendable {
    static let vendorLengthMax = 100

    /// The operator whose ids the file has: `infoflot`.
    var vendor = "infoflot"
    /// The type of a row that does not say it.
    var kind = CruiseKind.river
    var format = OperatorFile.Format.json
    var isTrial = false
    /// The name of the file, for people.
    var file = ""

    init(vendor: String?, kind: String?, format: String?, file: String?) throws(Problem) {
        if let vendor = vendor?.trimmingSpaces, !vendor.isEmpty {
            guard vendor.unicodeScalars.count <= Self.vendorLengthMax,
                vendor.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else {
                throw .invalid([
                    Fault(
                        "#/vendor",
                        "строка до \(Self.vendorLengthMax) знаков",
                        "must be a line of at most \(Self.vendorLengthMax) characters"
                    )
                ])
            }
            self.vendor = vendor
        }
        if let kind = kind.flatMap({ CruiseKind(rawValue: $0) }) { self.kind = kind }
        self.file = String((file ?? "").prefix(200))
        let named = self.file.lowercased().hasSuffix(".csv") ? OperatorFile.Format.csv : .json
        self.format = format.flatMap { OperatorFile.Format(rawValue: $0) } ?? named
    }
}
