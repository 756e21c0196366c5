-- compatible: yes
-- What this installation signs with; each is made when it is first needed, and every server uses the same.
CREATE TABLE secrets (
    name  text NOT NULL PRIMARY KEY,
    bytes bytea NOT NULL CHECK (length(bytes) = 32)
);
