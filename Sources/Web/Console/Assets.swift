import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage

/// Style sheets, scripts and icons of the console, under addresses that change with their contents.
package struct Assets: Sendable {
    private struct Asset: Sendable {
        let type: String
        let plain: ByteBuffer
        let compressed: ByteBuffer?
    }

    static let prefix = "/console"
    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    /// Packed when a page is first shown.
    private let made: Lazy<(version: String, assets: [String: Asset]), Never>

    /// What the templates begin with that load the files of a module, by its name.
    private let own: [String: [String]]

    /// Takes those of the files that are no templates.
    init(_ files: [String: String], modules: [any Module]) {
        own = modules.reduce(into: [:]) { own, module in
            if !module.assetPages.isEmpty { own[module.name] = module.assetPages }
        }
        made = Lazy { Self.packed(files) }
    }

    /// Raised by any change of any file, since they refer to one another.
    var version: String { made.get().version }
    private var assets: [String: Asset] { made.get().assets }

    private static func packed(_ files: [String: String]) -> (version: String, assets: [String: Asset]) {
        var assets: [String: Asset] = [:]
        var digest: [UInt8] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            guard let type = types[name.split(separator: ".").last.map { String($0) } ?? ""] else {
                continue
            }
            let bytes = Array(text.utf8)
            digest += SHA256.digest(bytes)
            assets[name] = Asset(
                type: type,
                plain: ByteBuffer(bytes: bytes),
                compressed: Gzip.compressed(bytes).map { ByteBuffer(bytes: $0) }
            )
        }
        return (String(Hex.encode(SHA256.digest(digest)).prefix(12)), assets)
    }

    /// The names of the scripts or styles that are loaded beside a page.
    ///
    /// Those of a module that names its pages are for these alone, so that others stay light.
    func names(_ kind: String, for template: String, of module: String?) -> [String] {
        assets.keys.filter { name in
            name.hasSuffix(".\(kind)")
                && own.allSatisfy { owner, pages in
                    !name.hasPrefix("\(owner).") || owner == module
                        || pages.contains { template.hasPrefix($0) }
                }
        }.sorted()
    }

    func add(to router: Router<WebContext>) {
        router.get("\(Self.prefix)/{version}/{name}") { request, context in
            let name = try context.parameters.require("name")
            let isCurrent = try context.parameters.require("version") == version
            guard let asset = assets[name] else {
                throw Problem.notFound(Localized("Такого файла нет.", "There is no such file."))
            }
            return response(asset, isCurrent, to: request)
        }
    }

    private func response(_ asset: Asset, _ isCurrent: Bool, to request: Request) -> Response {
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        // An older page must not keep a newer file for ever.
        headers[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        let isPacked = request.headers[.acceptEncoding]?.contains("gzip") == true
        guard isPacked, let compressed = asset.compressed else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: asset.plain))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: compressed))
    }
}
