import ArgumentParser

/// The help of the options that several kinds of commands have.
extension ArgumentHelp {
    static var config: ArgumentHelp {
        ArgumentHelp(
            "Файл настроек (vitrina.json в рабочей папке).",
            "The settings file (vitrina.json in the working folder).",
            valueName: "file"
        )
    }

    static var data: ArgumentHelp {
        ArgumentHelp("Папка данных (./var).", "The data directory (./var).", valueName: "directory")
    }

    static var postgres: ArgumentHelp {
        ArgumentHelp(
            "База PostgreSQL; лучше в VITRINA_POSTGRES: параметр виден в ps.",
            "The PostgreSQL to use; better in VITRINA_POSTGRES, since a flag shows in ps.",
            valueName: "url"
        )
    }

    static var context: ArgumentHelp {
        ArgumentHelp(
            "Работать с этим сервером (vitrina context); none — с базой.",
            "Speak to this named server (vitrina context); none is the database.",
            valueName: "name"
        )
    }

    static var server: ArgumentHelp {
        ArgumentHelp(
            "Работать с этим сервером, а не с базой.",
            "Speak to this server instead of the database.",
            valueName: "url"
        )
    }

    static var tokenFile: ArgumentHelp {
        ArgumentHelp("Файл с токеном.", "A file that holds the token.", valueName: "file")
    }

    static var token: ArgumentHelp {
        ArgumentHelp(
            "Токен; лучше в VITRINA_TOKEN или --token-file: параметр виден в ps.",
            "The token; better in VITRINA_TOKEN or --token-file, since a flag shows in ps."
        )
    }

    static var json: ArgumentHelp {
        ArgumentHelp(
            "Вывести один документ JSON с ключами API.",
            "Print one JSON document with the keys of the API."
        )
    }

    static var quiet: ArgumentHelp { ArgumentHelp("Вывести только id.", "Print only ids.") }

    static var wide: ArgumentHelp {
        ArgumentHelp(
            "Показать все столбцы и полные id, какой бы узкий ни был терминал.",
            "Show every column and whole ids, however narrow the terminal is."
        )
    }

    static var columns: ArgumentHelp {
        ArgumentHelp(
            "Показать только эти столбцы таблицы, по их названиям.",
            "Show only these columns of a table, by their titles.",
            valueName: "a,b"
        )
    }

    static var color: ArgumentHelp {
        ArgumentHelp("Цвет: auto, always или never.", "Colour: auto, always or never.")
    }

    static var outputFile: ArgumentHelp {
        ArgumentHelp("Файл; - — стандартный вывод.", "The file; - is standard output.", valueName: "file")
    }

    static var confirm: ArgumentHelp {
        ArgumentHelp(
            "Согласиться для защищённого контекста, назвав его.",
            "Agree, for a protected context, by its name.",
            valueName: "context"
        )
    }

    static var ifRevision: ArgumentHelp {
        ArgumentHelp(
            "Только если ревизия всё ещё эта.",
            "Only what is still at this revision.",
            valueName: "number"
        )
    }
}
