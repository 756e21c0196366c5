import Core
import HTTPTypes
import Hummingbird

/// The dry-run flag of a request: `?dry_run=true`, or the header `X-Dry-Run: true`.
struct DryRunAsk: Sendable {
    static let parameter = "dry_run"

    /// The way in which a path supports dry runs.
    enum Way: Sendable, Hashable {
        /// Everything is performed and then rolled back.
        case undone
        /// The operation implements its own dry run.
        case own
        /// Signing in and out has no dry run.
        case none

        init(_ path: String) {
            let path = path.trimmingSlash
            self =
                if path == "\(OpenAPI.prefix)/session" {
                    .none
                } else if path.hasSuffix("/import") {
                    .own
                } else {
                    .undone
                }
        }
    }

    let isDryRun: Bool

    init(_ request: Request) throws(Problem) {
        let values = request.query.filter { $0.name == Self.parameter }.map { $0.value }
        guard values.allSatisfy({ Bool($0) != nil }) else {
            throw .invalid([
                Fault("#/\(Self.parameter)", "должно быть true или false", "must be true or false")
            ])
        }
        let header = request.headers[.dryRun] ?? "false"
        guard let isWanted = Bool(header.lowercased()) else {
            throw Problem(
                .malformed,
                Localized("X-Dry-Run — true или false.", "X-Dry-Run must be true or false.")
            )
        }
        isDryRun = isWanted || values.contains("true")
    }

    func refuse() throws(Problem) {
        guard isDryRun else { return }
        throw Problem(
            .malformed,
            Localized("Вход и выход нельзя попробовать.", "Signing in and out cannot be tried out.")
        )
    }

    /// The request without the parameter, so that no handler has to process it.
    func takenOff(_ request: Request) -> Request {
        guard let target = request.head.path, let mark = target.firstIndex(of: "?") else { return request }
        let query = target[target.index(after: mark)...]
        let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { part in
            let name = part.prefix { $0 != "=" }
            return (name.percentDecoded ?? String(name)) != Self.parameter
        }
        let rest = kept.joined(separator: "&")
        return request.withTarget(target[..<mark] + (rest.isEmpty ? "" : "?\(rest)"))
    }

    /// The request with the flag of the header in the query.
    func inQuery(_ request: Request) -> Request {
        let request = takenOff(request)
        guard isDryRun, let target = request.head.path else { return request }
        return request.withTarget("\(target)\(target.contains("?") ? "&" : "?")\(Self.parameter)=true")
    }
}

extension Request {
    fileprivate func withTarget(_ target: String) -> Request {
        var head = head
        head.path = target
        return Request(head: head, body: body)
    }
}
