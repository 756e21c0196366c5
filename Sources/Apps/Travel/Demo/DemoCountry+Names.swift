/// The names of the demonstration country, in Russian and English.
extension DemoCountry {
    static let regions = [
        ("Западный край", "Western Territory", "Europe/Kaliningrad"),
        ("Приозёрье", "Lakeland", "Europe/Moscow"),
        ("Срединная область", "Middle Region", "Europe/Moscow"), ("Заволжье", "Transvolga", "Europe/Samara"),
        ("Горный край", "Mountain Territory", "Asia/Yekaterinburg"),
        ("Степная область", "Steppe Region", "Asia/Omsk"),
        ("Таёжный край", "Taiga Territory", "Asia/Krasnoyarsk"),
        ("Приморье", "Maritime Territory", "Asia/Vladivostok"),
    ]
    static let prefixes = [
        ("Верхне", "Verkhne"), ("Нижне", "Nizhne"), ("Ново", "Novo"), ("Старо", "Staro"),
        ("Красно", "Krasno"),
        ("Бело", "Belo"), ("Черно", "Cherno"), ("Велико", "Veliko"), ("Мало", "Malo"), ("Средне", "Sredne"),
        ("Северо", "Severo"), ("Южно", "Yuzhno"), ("Зелено", "Zeleno"), ("Каменно", "Kamenno"),
        ("Сосново", "Sosnovo"), ("Добро", "Dobro"), ("Ясно", "Yasno"), ("Светло", "Svetlo"),
        ("Трёх", "Tryokh"),
        ("Усть", "Ust"),
    ]
    static let roots = [
        ("горск", "gorsk"), ("реченск", "rechensk"), ("поль", "pol"), ("озёрск", "ozyorsk"),
        ("борск", "borsk"),
        ("лесье", "lesye"), ("луг", "lug"), ("каменка", "kamenka"), ("град", "grad"), ("ярск", "yarsk"),
        ("дубье", "dubye"), ("мостье", "mostye"), ("ключи", "klyuchi"), ("берег", "bereg"),
        ("холмск", "kholmsk"),
        ("волжск", "volzhsk"), ("заводск", "zavodsk"), ("пруд", "prud"), ("садье", "sadye"),
        ("слобода", "sloboda"),
        ("затон", "zaton"), ("родники", "rodniki"), ("петровск", "petrovsk"), ("михайловск", "mikhaylovsk"),
    ]

    static let streets = [
        ("Центральная площадь", "Central Square"), ("Вокзальная", "Station Street"),
        ("Больница", "Hospital"), ("Школа", "School"), ("Рынок", "Market"), ("Парк", "Park"),
        ("Завод", "Factory"), ("Мост", "Bridge"), ("Библиотека", "Library"), ("Стадион", "Stadium"),
        ("Заречная", "Riverside"), ("Садовая", "Garden Street"), ("Аптека", "Pharmacy"),
        ("Почта", "Post Office"), ("Детский сад", "Kindergarten"), ("Набережная", "Embankment"),
        ("Театр", "Theatre"), ("Музей", "Museum"), ("Поликлиника", "Clinic"),
        ("Универмаг", "Department Store"), ("Лесная", "Forest Street"), ("Полевая", "Field Street"),
        ("Новая", "New Street"), ("Мельница", "Mill"), ("Кирпичный завод", "Brickworks"),
        ("Совхоз", "Farm"), ("Посёлок строителей", "Builders' Village"), ("Переезд", "Level Crossing"),
        ("Пожарная часть", "Fire Station"), ("Солнечная", "Sunny Street"),
        ("Ключевая", "Spring Street"), ("Мастерские", "Workshops"), ("Техникум", "College"),
        ("Дом культуры", "House of Culture"), ("Северные ворота", "North Gate"),
        ("Южные ворота", "South Gate"), ("Пруды", "Ponds"), ("Липовая аллея", "Linden Alley"),
        ("Дачи", "Dachas"), ("Конечная", "Terminus"),
    ]
}
