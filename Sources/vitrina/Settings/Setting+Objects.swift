import Core

extension Setting {
    /// The help of the settings of S3 and of backups.
    var objectHelp: Localized {
        switch self {
        case .s3URL:
            Localized(
                "Адрес сервера S3, например https://s3.example.com; без него AWS",
                "The address of the S3 server, such as https://s3.example.com; without it, AWS"
            )
        case .s3Region: Localized("Регион S3", "The region of S3")
        case .s3Key: Localized("Открытая часть ключа S3", "The public part of the key of S3")
        case .s3Secret: Localized("Секретная часть ключа S3", "The secret part of the key of S3")
        case .backupTo:
            Localized(
                "Куда копировать: папка или s3://бакет/префикс",
                "Where backups go: a directory or s3://bucket/prefix"
            )
        case .backupKey:
            Localized(
                "Пароль, которым шифруются копии; без него они открыты",
                "The passphrase that backups are encrypted with; without it they are plain"
            )
        case _: Localized("", "")
        }
    }
}
