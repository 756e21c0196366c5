import Core

/// A button on the page of a list that leads to another page.
package struct ResourceLink: Sendable {
    let title: Localized
    let path: String
    let icon: String
    /// The right to open the page.
    let right: Permission
    let isPrimary: Bool
    /// It leads to a file to download.
    let isFile: Bool

    package init(
        _ title: Localized,
        _ path: String,
        icon: String,
        right: Permission = .readContent,
        isPrimary: Bool = false,
        isFile: Bool = false
    ) {
        (self.title, self.path, self.icon) = (title, path, icon)
        (self.right, self.isPrimary, self.isFile) = (right, isPrimary, isFile)
    }
}
