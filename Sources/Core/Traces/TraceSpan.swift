import Storage

/// A part of a trace that runs now: a request, a transaction, or a request to another server.
///
/// It is finished by `end`, at most once. The span of a task is task-local, so that no handler has to pass it on.
package struct TraceSpan: Sendable {
    /// The role of this server in it; the numbers are those of OTLP.
    package enum Kind: Int64, Sendable {
        case own = 1
        /// It answers a client.
        case server
        /// It asks another server.
        case client
    }

    private static let ofTask = TaskLocal<TraceSpan?>(wrappedValue: nil)

    /// The span of the current task; nil if nothing is traced.
    package static var current: TraceSpan? { ofTask.get() }

    private let trace: Trace
    private let parent: String?
    private let kind: Kind
    private let began: ContinuousClock.Instant
    /// True if the trace of this server begins and ends with it.
    private let isRoot: Bool
    /// 16 hexadecimal digits.
    private let id = Tracer.newID()

    /// The first span of a trace in this server; `parent` is that of the caller.
    init(root trace: Trace, parent: String?, _ kind: Kind, since began: ContinuousClock.Instant) {
        (self.trace, self.parent, self.kind, self.began) = (trace, parent, kind, began)
        isRoot = true
    }

    private init(child trace: Trace, of parent: String, _ kind: Kind) {
        (self.trace, self.parent, self.kind) = (trace, parent, kind)
        (began, isRoot) = (.now, false)
    }

    /// True if it will be sent even if it does not fail.
    package var isSampled: Bool { trace.isSampled }

    /// The place in the trace for a server that is asked within this span.
    package var place: TraceParent { TraceParent(traceID: trace.id, spanID: id, isSampled: trace.isSampled) }

    /// Begins a part of this span.
    package func child(_ kind: Kind) -> TraceSpan { TraceSpan(child: trace, of: id, kind) }

    /// Runs `body` with this span as the one of the task.
    package func run<R: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        try await Self.ofTask.withValue(self, operation: body, isolation: isolation)
    }

    /// Runs `body`, such as that of a transaction on a thread of its own, with this span as the one of the task.
    func runInPlace<R>(_ body: () throws -> R) rethrows -> R {
        try Self.ofTask.withValue(self, operation: body)
    }

    /// Finishes the span.
    ///
    /// - Parameters:
    ///   - name: A name that many spans share: the method and the route, never an id.
    ///   - attributes: By their names in the conventions of OpenTelemetry, without values of people and of SQL.
    ///   - error: A short name of what went wrong; nil for a success.
    package func end(_ name: String, _ attributes: [String: JSON] = [:], error: String? = nil) {
        let span = FinishedSpan(
            traceID: trace.id,
            id: id,
            parent: parent,
            name: name,
            kind: kind,
            began: trace.nanoseconds(at: began),
            ended: trace.nanoseconds(at: .now),
            attributes: attributes,
            error: error
        )
        if isRoot { trace.end(with: span) } else { trace.add(span) }
    }
}
