/// A route of the demonstration: what ships sail it, and where they stop.
struct DemoRoute: Sendable {
    let kind: CruiseKind
    /// The title of its direction in Russian.
    let direction: String
    /// Cities in Russian, one for each day; an empty one is a day on the water.
    let days: [String]

    private init(_ kind: CruiseKind, _ direction: String, _ days: String) {
        self.kind = kind
        self.direction = direction
        self.days = days.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix(while: \.isWhitespace) }.map { String($0) }
    }

    static let all = [
        DemoRoute(.river, "Золотое кольцо", "Москва, Углич, Ярославль, Москва"),
        DemoRoute(.river, "Золотое кольцо", "Москва, Мышкин, Кострома, Плёс, Ярославль, Углич, Москва"),
        DemoRoute(.river, "Волга", "Москва, Углич, Ярославль, Нижний Новгород, Чебоксары, Казань"),
        DemoRoute(.river, "Волга", "Казань, Самара, Саратов, Волгоград, Астрахань"),
        DemoRoute(
            .river,
            "Волга",
            "Нижний Новгород, Казань, Самара, Саратов, Волгоград, Астрахань, , Волгоград, Саратов, Самара, Казань, "
                + "Чебоксары, Нижний Новгород"
        ),
        DemoRoute(.river, "Карелия и Ладога", "Санкт-Петербург, Валаам, Санкт-Петербург"),
        DemoRoute(
            .river,
            "Карелия и Ладога",
            "Санкт-Петербург, Мандроги, Кижи, Петрозаводск, Валаам, Санкт-Петербург"
        ),
        DemoRoute(
            .river,
            "Карелия и Ладога",
            "Москва, Углич, Горицы, Кижи, Мандроги, Валаам, Санкт-Петербург"
        ),
        DemoRoute(.river, "Кама", "Пермь, , Елабуга, Казань, Елабуга, Пермь"),
        DemoRoute(.river, "Кама", "Казань, Елабуга, Пермь, , Казань"),
        DemoRoute(.river, "Волга и Дон", "Волгоград, , Ростов-на-Дону, , Волгоград"),
        DemoRoute(.sea, "Чёрное море", "Сочи, Трабзон, Стамбул, , Сочи"),
        DemoRoute(.sea, "Чёрное море", "Сочи, Новороссийск, Ялта, Севастополь, Стамбул, Батуми, Сочи"),
        DemoRoute(.sea, "Белое море и Арктика", "Мурманск, , Соловки, Архангельск, , Мурманск"),
        DemoRoute(.sea, "Белое море и Арктика", "Архангельск, Соловки, Архангельск"),
        DemoRoute(
            .sea,
            "Дальний Восток",
            "Владивосток, , , Южно-Курильск, , Петропавловск-Камчатский, , Южно-Курильск, , , Владивосток"
        ),
    ]
}
