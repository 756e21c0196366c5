import Core

/// The checksum of a callback: HMAC-SHA256 over all other parameters, sorted by name, as upper-case hexadecimal digits.
///
/// Source: Sber, "Callback notifications", symmetric keys: `amount;123456;mdOrder;3ff6…;operation;deposited;status;1;`.
enum BankChecksum {
    private static let excluded: Set = ["checksum", "sign_alias"]

    static func of(_ values: [(name: String, value: String)], key: String) -> String {
        let text = values.filter { !excluded.contains($0.name) }.sorted { $0.name < $1.name }
            .map { "\($0.name);\($0.value);" }.joined()
        return Hex.encode(HMAC.sha256(Array(text.utf8), key: Array(key.utf8))).uppercased()
    }

    /// True if the checksum among the values is right; compared in constant time.
    static func isRight(_ values: [(name: String, value: String)], key: String) -> Bool {
        guard let given = values.last(where: { $0.name == "checksum" })?.value else { return false }
        return isEqualInConstantTime(
            Array(given.uppercased().utf8),
            Array(of(values, key: key).utf8)
        )
    }
}
