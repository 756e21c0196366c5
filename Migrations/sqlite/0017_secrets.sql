-- compatible: yes
-- What this installation signs with; each is made when it is first needed, and every server uses the same.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    bytes BLOB NOT NULL CHECK (length(bytes) = 32)
) STRICT;
