import Core

extension Author {
    /// A viewer who calls the API with these permissions alone.
    package static func viewer(_ name: String, may permissions: Set<Permission>) -> Author {
        Author(staffID: nil, name: name, role: .viewer, permissions: permissions, door: .api)
    }
}
