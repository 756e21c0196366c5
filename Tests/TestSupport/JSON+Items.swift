import Core

extension JSON {
    /// The items of a list; empty if it is none.
    package var items: [JSON] { self["items"]?.array ?? [] }
}
