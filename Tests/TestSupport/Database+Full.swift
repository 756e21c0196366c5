import Storage

extension Database {
    /// Lets every later change of a row fail with the error that the database has for a full disk.
    ///
    /// Both errors are the database's own: SQLite's file may not grow, and a trigger of each table adds to it first;
    /// PostgreSQL's trigger raises what the server raises when its disk is full.
    package func fillDisk() async throws {
        try await write { connection in
            switch connection.dialect {
            case .sqlite: try connection.fillFile()
            case .postgres: try connection.script(postgresFilling)
            }
        }
    }
}

extension Connection {
    fileprivate func fillFile() throws {
        let tables = try rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE 'CREATE VIRTUAL%'
            """
        ).map { try $0.get("name", as: String.self) }
        try script("CREATE TABLE filling (data BLOB)")
        for table in tables {
            for change in ["INSERT", "UPDATE", "DELETE"] {
                try script(
                    """
                    CREATE TRIGGER "full \(table) \(change)" BEFORE \(change) ON "\(table)" BEGIN
                        INSERT INTO filling VALUES (zeroblob(16777216));
                    END
                    """
                )
            }
        }
        let pages = try rows("PRAGMA page_count")[0].get("page_count", as: Int64.self)
        try script("PRAGMA max_page_count = \(pages)")
    }
}

private let postgresFilling = """
    CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END $$;
    DO $$
    DECLARE
        named record;
    BEGIN
        FOR named IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
            EXECUTE format(
                'CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON %I '
                'FOR EACH ROW EXECUTE FUNCTION fill_disk()', named.tablename
            );
        END LOOP;
    END $$;
    """
