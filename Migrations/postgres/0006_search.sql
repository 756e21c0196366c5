-- compatible: yes
-- How far the index of the search is, and by which rules it was made.
CREATE TABLE search_state (
    id bigint PRIMARY KEY CHECK (id = 1),
    version bigint NOT NULL,
    -- The last content that is in it; null once all are.
    position uuid
);
INSERT INTO search_state (id, version) VALUES (1, 0);

-- Every word that a content has had, with what it sounds like.
CREATE TABLE search_words (
    id bigint PRIMARY KEY,
    word text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL
);
CREATE INDEX search_words_by_word ON search_words (word, key);
CREATE INDEX search_words_by_key ON search_words (key, word);

-- Long words and what is left of them without one of their letters, hashed: two words that one slip parts meet here.
CREATE TABLE search_variants (
    variant bigint NOT NULL,
    word bigint NOT NULL,
    PRIMARY KEY (variant, word)
);

-- The contents by numbers that grow with time.
CREATE TABLE search_documents (
    number bigint PRIMARY KEY,
    content_id uuid NOT NULL UNIQUE REFERENCES contents(id) ON DELETE CASCADE
);

-- Which word of which type stands in which content, and what it counts there.
CREATE TABLE search_places (
    term bigint NOT NULL,
    weight smallint NOT NULL,
    document bigint NOT NULL,
    PRIMARY KEY (term, weight, document)
);
CREATE INDEX search_places_of_document ON search_places (document, term);
CREATE FUNCTION take_search_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM search_places WHERE document = OLD.number;
    RETURN NULL;
END $$;
CREATE TRIGGER search_documents_take_their_places AFTER DELETE ON search_documents
FOR EACH ROW EXECUTE FUNCTION take_search_places();
