-- compatible: yes
-- What apps call a content that has a number; it stays when the content goes, so that no number comes twice.
CREATE TABLE content_numbers (
    content_id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    UNIQUE (type, number)
) STRICT;

-- The highest number of each type that has any; whoever gives one locks this row first.
CREATE TABLE content_number_heads (
    type TEXT PRIMARY KEY,
    last INTEGER NOT NULL CHECK (last >= 0)
) STRICT;

-- A story: a preview in the strip of the app, behind which pages play.
CREATE TABLE "story_groups" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "preview_image" TEXT NOT NULL REFERENCES media(id)
) STRICT;

-- One screen of a story.
CREATE TABLE "story_pages" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "group" TEXT NOT NULL REFERENCES contents(id),
    "image" TEXT NOT NULL REFERENCES media(id),
    "title" TEXT NOT NULL,
    "text" TEXT,
    "duration_seconds" INTEGER NOT NULL
) STRICT;
