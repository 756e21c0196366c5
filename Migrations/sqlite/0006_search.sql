-- compatible: yes
-- How far the index of the search is, and by which rules it was made.
CREATE TABLE search_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL,
    -- The last content that is in it; null once all are.
    position TEXT
) STRICT;
INSERT INTO search_state (id, version) VALUES (1, 0);

-- Every word that a content has had, with what it sounds like.
CREATE TABLE search_words (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL,
    key TEXT NOT NULL
) STRICT;
CREATE INDEX search_words_by_word ON search_words (word, key);
CREATE INDEX search_words_by_key ON search_words (key, word);

-- Long words and what is left of them without one of their letters, hashed: two words that one slip parts meet here.
CREATE TABLE search_variants (
    variant INTEGER NOT NULL,
    word INTEGER NOT NULL,
    PRIMARY KEY (variant, word)
) STRICT, WITHOUT ROWID;

-- The contents by numbers that grow with time.
CREATE TABLE search_documents (
    number INTEGER PRIMARY KEY,
    content_id TEXT NOT NULL UNIQUE REFERENCES contents(id) ON DELETE CASCADE
) STRICT;

-- Which word of which type stands in which content, and what it counts there.
CREATE TABLE search_places (
    term INTEGER NOT NULL,
    weight INTEGER NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (term, weight, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_places_of_document ON search_places (document);
CREATE TRIGGER search_documents_take_their_places AFTER DELETE ON search_documents
BEGIN
    DELETE FROM search_places WHERE document = OLD.number;
END;
