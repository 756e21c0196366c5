import CLibUtf8proc
import Glibc

extension String {
    /// The text in the normalization form NFC (UAX 15): an accented letter as one code point, if there is one.
    package var composed: String { mapped(UTF8PROC_COMPOSE) }

    /// The text in the normalization form NFKD: base letters apart from their accents, ligatures as their letters.
    package var compatibilityDecomposed: String { mapped(UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT) }

    private func mapped(_ options: utf8proc_option_t...) -> String {
        // Plain ASCII is the same in every form.
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        let all = options.reduce(UTF8PROC_STABLE.rawValue) { $0 | $1.rawValue }
        var text = self
        return text.withUTF8 { bytes in
            var mapped: UnsafeMutablePointer<UInt8>?
            let options = utf8proc_option_t(rawValue: all)
            let count = utf8proc_map(bytes.baseAddress, bytes.count, &mapped, options)
            defer { free(mapped) }
            guard count >= 0, let mapped else { return self }
            return String(decoding: UnsafeBufferPointer(start: mapped, count: count), as: UTF8.self)
        }
    }
}
