import Core
import FoundationEssentials

extension FlagContext {
    /// A signal as text for comparison, so that `21` and `"21"` are equal (R57); nil if the value cannot be a signal.
    package static func signal(_ json: JSON) -> String? {
        switch json {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .bool(let value): "\(value)"
        case .null, .array, .object: nil
        }
    }

    /// The faults of the number or the length of the signals (R57); `pointer` is their position in the body.
    package func signalFaults(at pointer: String) -> [Fault] {
        guard signals.count <= Limits.flagSignalsMax else {
            let max = Limits.flagSignalsMax
            return [
                Fault(pointer, Localized("не больше \(max) сигналов", "must not have over \(max) signals"))
            ]
        }
        return signals.sorted { $0.key < $1.key }.compactMap { key, value in
            let here = "\(pointer)/\(key.pointerPart)"
            if key.unicodeScalars.count > Limits.flagSignalKeyLengthMax {
                let max = Limits.flagSignalKeyLengthMax
                return Fault(
                    pointer,
                    Localized("имя сигнала — не длиннее \(max) знаков", "has a key of over \(max) characters")
                )
            }
            guard value.unicodeScalars.count > Limits.flagSignalLengthMax else { return nil }
            let max = Limits.flagSignalLengthMax
            return Fault(here, Localized("не длиннее \(max) знаков", "must have at most \(max) characters"))
        }
    }
}
