import Storage

/// E-mail addresses, as the form of a browser accepts them.
package enum Email {
    /// The address trimmed and in lower case; nil if it is not valid.
    ///
    /// The grammar is that of HTML's `<input type="email">`: ASCII, so both databases agree on its case.
    package static func normalized(_ text: String) -> String? {
        let trimmed = text.trimmed
        // Some letters beyond ASCII have an ASCII lower case, so they are refused first.
        guard trimmed.utf8.count <= Limits.emailLengthMax, trimmed.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let email = trimmed.lowercased()
        let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, 1...64 ~= parts[0].count, parts[0].allSatisfy(isLocal) else { return nil }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.allSatisfy(isLabel) ? email : nil
    }

    /// The normalized address if its domain contains a dot: a bare host name receives no mail.
    package static func reachable(_ text: String) -> String? {
        normalized(text).flatMap { $0.drop { $0 != "@" }.contains(".") ? $0 : nil }
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return 1...63 ~= label.count && label.allSatisfy { $0.isLowercaseOrDigit || $0 == hyphen }
            && label.first != hyphen && label.last != hyphen
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        byte.isLowercaseOrDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }
}
