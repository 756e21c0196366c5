import Apps
import Core
import Web

extension Catalog {
    /// The OpenAPI document of the program, which takes a second to make.
    static let openAPI = OpenAPI.document(modules)
}
