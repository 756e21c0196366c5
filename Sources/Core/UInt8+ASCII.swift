extension UInt8 {
    /// True for a lower-case letter of ASCII, or a digit.
    package var isLowercaseOrDigit: Bool { 97...122 ~= self || 48...57 ~= self }

    /// True for a letter of ASCII, or a digit.
    package var isLetterOrDigit: Bool { isLowercaseOrDigit || 65...90 ~= self }
}
