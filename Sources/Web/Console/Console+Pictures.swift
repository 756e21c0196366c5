import Core

extension Console {
    /// The context of a phone template, with the focal points of the pictures in their URLs.
    package func focused(_ screens: JSON) async throws -> JSON {
        let focuses = try await services.media.focuses(of: screens.uploads)
        return focuses.isEmpty ? screens : screens.marked(with: focuses)
    }
}

extension JSON {
    /// The id of the upload at `/media/….jpg`; nil for any other text.
    private static func upload(at address: String) -> String? {
        guard address.hasPrefix("/media/") else { return nil }
        let id = String(address.dropFirst("/media/".count))
        return Media.type(ofID: id) == nil ? nil : id
    }

    fileprivate var uploads: Set<String> {
        switch self {
        case .string(let text): Set([Self.upload(at: text)].compactMap { $0 })
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.uploads) }
        case .object(let members): members.values.reduce(into: []) { $0.formUnion($1.uploads) }
        case _: []
        }
    }

    fileprivate func marked(with focuses: [String: FocalPoint]) -> JSON {
        switch self {
        case .string(let text):
            guard let focus = Self.upload(at: text).flatMap({ focuses[$0] }) else { return self }
            return .string("\(text)@\(focus.mark)")
        case .array(let items): return .array(items.map { $0.marked(with: focuses) })
        case .object(let members): return .object(members.mapValues { $0.marked(with: focuses) })
        case _: return self
        }
    }
}
