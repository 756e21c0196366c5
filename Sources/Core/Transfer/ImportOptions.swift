/// Options of an import.
package struct ImportOptions: Sendable {
    /// The key by which a row finds its entry.
    package enum Key: String, Sendable, CaseIterable {
        case id, slug
    }

    /// The treatment of missing references and uploads.
    package enum Missing: String, Sendable, CaseIterable {
        /// They are faults.
        case refuse
        /// They come with a later file: an entry that needs them stays a draft until its file is imported again.
        case later
    }

    package var format: TransferFormat
    package var key = Key.id
    package var missing = Missing.refuse
    package var publishes = false
    package var isDryRun = false
    /// The installation that the file comes from, if its versions are to be stored.
    package var origin: String?

    package init(format: TransferFormat) {
        self.format = format
    }

    package static let names: Set = ["format", "key", "missing", "publish", "dry_run", "origin"]

    /// Reads the parameters of a request; `contentType` is the fallback for the format.
    package init(
        _ parameters: [(name: String, value: String)],
        contentType: String?,
        of type: ContentType
    ) throws(Problem) {
        let isJSON = contentType?.lowercased().hasPrefix("application/json") ?? false
        self.init(format: isJSON ? .json : .csv)
        var faults: [Fault] = []
        for (name, value) in parameters {
            guard let fault = read(name, value, of: type) else { continue }
            faults.append(Fault("#/\(name.clipped)", fault))
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    /// Reads one parameter, or returns its fault.
    private mutating func read(_ name: String, _ value: String, of type: ContentType) -> Localized? {
        switch name {
        case "format": return Self.take(value, into: &format)
        case "key":
            if let fault = Self.take(value, into: &key) { return fault }
            guard key == .id || type.slugField != nil else {
                return Localized("у \(type.name) нет адреса", "is not possible: \(type.name) have no slug")
            }
            return nil
        case "missing": return Self.take(value, into: &missing)
        case "publish": return Self.take(value, into: &publishes)
        case "dry_run": return Self.take(value, into: &isDryRun)
        case "origin":
            let isPlain = value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            guard isPlain, 1...Limits.originLengthMax ~= value.unicodeScalars.count else {
                return Localized(
                    "от 1 до \(Limits.originLengthMax) знаков",
                    "must have 1 to \(Limits.originLengthMax) characters"
                )
            }
            origin = value
            return nil
        case _: return Localized("нет такого параметра", "is not a parameter here")
        }
    }

    private static func take<T: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        into value: inout T
    ) -> Localized? {
        guard let read = T(rawValue: text) else {
            let names = T.allCases.map(\.rawValue).joined(separator: ", ")
            return Localized("должно быть одним из: \(names)", "must be one of \(names)")
        }
        value = read
        return nil
    }

    private static func take(_ text: String, into value: inout Bool) -> Localized? {
        guard let read = Bool(text) else {
            return Localized("должно быть true или false", "must be true or false")
        }
        value = read
        return nil
    }
}
