import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Voyages
import Web

/// The calls 11 and 17: the search of the app, and the list for partners.
struct FilterRoutes: Sendable {
    static let path = "Cruise/Filter"
    /// The setting of the end of the slider of prices, in rubles.
    private static let priceLimit = "price_slider_max"
    /// In a larger catalogue a search takes too long for the thread of the connections.
    private static let cruisesAtOnceMax = 20_000

    let services: Services
    let clients: Clients

    func add(to group: RouterGroup<WebContext>) {
        group.post(RouterPath(Self.path)) { request, _ in
            let body = try await Self.body(of: request)
            let catalogue = try await services.cruise.voyages.catalogue(services)
            let key = self.key(request.head.authority, request.headers, body)
            // The middleware has counted the request.
            let bytes = try answer(catalogue, key, cruisesMax: .max, isAllowed: { true }) ?? ByteBuffer()
            return Response.personal(PublicAnswer(body: Array(bytes.readableBytesView)))
        }
        group.get("Partner/GetCruises") { request, _ in
            let catalogue = try await services.cruise.voyages.catalogue(services)
            return Response.personal(try list(catalogue, request))
        }
    }

    /// Answers a search in the channel, if it needs neither a wait nor a refusal.
    var atOnce: FastRoute {
        let path = "\(Cruise.prefix)/\(Self.path)"
        return FastRoute(
            prefix: path,
            suffix: path,
            bodySizeMax: FilterRequest.bodySizeMax,
            fields: [
                .contentType: PublicAnswer.Form.json.rawValue, .cacheControl: "no-store",
                .accessControlAllowOrigin: "*",
            ]
        ) { request in
            // Whether a page of another site may read the answer is decided on the regular path.
            guard request.fields[.origin] == nil,
                let catalogue = services.cruise.voyages.current(services.live.state, at: services.now()),
                let bytes = try? answer(
                    catalogue,
                    key(request.authority, request.fields, Array(request.body.readableBytesView)),
                    cruisesMax: Self.cruisesAtOnceMax,
                    isAllowed: { clients.isAllowed(request.address, request.fields, in: Cruise.prefix) }
                )
            else { return nil }
            return FastAnswer(bytes)
        }
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        do {
            let buffer = try await request.body.collect(upTo: FilterRequest.bodySizeMax)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw CruiseError.bad("The body must be at most \(FilterRequest.bodySizeMax) bytes.")
        }
    }

    /// The bytes of the answer, which is counted; nil if it must be made and there are too many cruises.
    ///
    /// `isAllowed` is asked last, because it counts a request that the regular path would count again.
    private func answer(
        _ catalogue: VoyageCatalogue,
        _ key: FilterAnswers.Key,
        cruisesMax: Int,
        isAllowed: () -> Bool
    ) throws -> ByteBuffer? {
        let now = services.now()
        if let known = catalogue.answers[key, now] {
            guard isAllowed() else { return nil }
            note(known.search, at: now)
            return known.bytes
        }
        guard catalogue.index.count <= cruisesMax else { return nil }
        let asked = try FilterRequest(JSON(parsing: key.body))
        guard isAllowed() else { return nil }
        let facets = catalogue.index.facets(asked.filter, at: now.seconds)
        let bytes = try page(catalogue, asked, key, at: now) { writer, page, json in
            writer.answer(asked, facets, page, &json)
        }
        // Only a first page is a search.
        guard asked.place == nil else { return bytes }
        let search = CruiseSearch(asked.filter, found: facets.total, in: catalogue.live)
        let until = catalogue.nextChange(after: now)
        catalogue.answers.keep(.init(bytes: bytes, search: search, validUntil: until), for: key)
        note(search, at: now)
        return bytes
    }

    private func key(_ authority: String?, _ headers: HTTPFields, _ body: [UInt8]) -> FilterAnswers.Key {
        let limit = services.appSettings.of(Cruise.app, in: services.live.state).integer(Self.priceLimit)
        return FilterAnswers.Key(
            body: body,
            baseURL: clients.baseURL(authority: authority, headers: headers),
            language: Language(accepting: headers[.acceptLanguage]),
            priceLimit: limit > 0 ? limit : FilterRequest.priceMax
        )
    }

    private func page(
        _ catalogue: VoyageCatalogue,
        _ asked: FilterRequest,
        _ key: FilterAnswers.Key,
        at now: Timestamp,
        _ write: (FilterWriter, VoyagePage, inout JSONWriter) -> Void
    ) throws -> ByteBuffer {
        let page = catalogue.index.page(
            asked.filter,
            asked.sort,
            after: asked.place,
            limit: asked.limit,
            at: now.seconds
        )
        let request = PublicRequest(
            language: key.language,
            baseURL: key.baseURL,
            now: now,
            live: catalogue.live
        )
        var json = JSONWriter(capacity: 32 << 10)
        write(FilterWriter(catalogue, request, priceLimit: key.priceLimit), page, &json)
        return ByteBuffer(bytes: json.bytes)
    }

    private func note(_ search: CruiseSearch, at now: Timestamp) {
        services.cruise.searches.note(search, in: services.counts, at: now)
    }

    // MARK: Partners

    private func list(_ catalogue: VoyageCatalogue, _ request: Request) throws -> PublicAnswer {
        let asked = try FilterRequest(partner: request.query, in: catalogue.live)
        let now = services.now()
        let key = self.key(request.head.authority, request.headers, [])
        let total = catalogue.index.facets(asked.filter, at: now.seconds).total
        let bytes = try page(catalogue, asked, key, at: now) { writer, page, json in
            writer.list(asked, total: total, page, &json)
        }
        return PublicAnswer(body: Array(bytes.readableBytesView))
    }
}
