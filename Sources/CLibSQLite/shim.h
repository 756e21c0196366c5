#include <sqlite3.h>

/* SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies what it gets. */
static inline sqlite3_destructor_type vitrina_sqlite_copied(void) { return SQLITE_TRANSIENT; }

/* Swift cannot call a function with a variable number of arguments. Without this, a name in double quotes that is no
   column is a text. */
static inline int vitrina_sqlite_refuse_quoted_texts(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    return code != SQLITE_OK ? code : sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

/* Counting the bytes in use takes a lock at each allocation, and nobody asks for them. Before the first connection. */
static inline int vitrina_sqlite_count_no_bytes(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
