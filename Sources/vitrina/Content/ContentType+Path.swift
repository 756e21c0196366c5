import Apps
import Core
import Web
import Web

extension ContentType {
    /// The path of the type in the admin API: its app, followed by its name.
    var path: [String] {
        [Catalog.module(of: name)?.name ?? "", name]
    }

    static func named(_ name: String) -> ContentType? {
        Catalog.types.map { $0.type }.first { $0.name == name }
    }
}
