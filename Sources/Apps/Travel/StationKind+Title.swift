import Core
import Transit

extension StationKind {
    /// The name for passengers and staff; empty for a station of no kind.
    package var title: Localized {
        switch self {
        case .station: Localized("станция", "station")
        case .platform: Localized("платформа", "platform")
        case .stop: Localized("остановочный пункт", "stop")
        case .checkpoint: Localized("блок-пост", "checkpoint")
        case .post: Localized("пост", "post")
        case .crossing: Localized("разъезд", "crossing")
        case .overtakingPoint: Localized("обгонный пункт", "overtaking point")
        case .trainStation: Localized("вокзал", "train station")
        case .airport: Localized("аэропорт", "airport")
        case .busStation: Localized("автовокзал", "bus station")
        case .busStop: Localized("автобусная остановка", "bus stop")
        case .unknown: Localized("станция без типа", "station of unknown kind")
        case .port: Localized("порт", "port")
        case .portPoint: Localized("портпункт", "port point")
        case .wharf: Localized("пристань", "wharf")
        case .riverPort: Localized("речной вокзал", "river port")
        case .marineStation: Localized("морской вокзал", "marine station")
        case .unspecified: Localized("", "")
        }
    }
}

extension TransportKind {
    package var title: Localized {
        switch self {
        case .plane: Localized("самолёт", "plane")
        case .train: Localized("поезд", "train")
        case .suburban: Localized("электричка", "suburban train")
        case .bus: Localized("автобус", "bus")
        case .water: Localized("водный транспорт", "water transport")
        case .helicopter: Localized("вертолёт", "helicopter")
        case .sea: Localized("морской транспорт", "sea transport")
        }
    }
}
