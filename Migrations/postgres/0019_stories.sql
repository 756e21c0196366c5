-- compatible: yes
-- What apps call a content that has a number; it stays when the content goes, so that no number comes twice.
CREATE TABLE content_numbers (
    content_id uuid PRIMARY KEY,
    type text NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    UNIQUE (type, number)
);

-- The highest number of each type that has any; whoever gives one locks this row first.
CREATE TABLE content_number_heads (
    type text PRIMARY KEY,
    last bigint NOT NULL CHECK (last >= 0)
);

-- A story: a preview in the strip of the app, behind which pages play.
CREATE TABLE "story_groups" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "preview_image" text NOT NULL REFERENCES media(id)
);

-- One screen of a story.
CREATE TABLE "story_pages" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "group" uuid NOT NULL REFERENCES contents(id),
    "image" text NOT NULL REFERENCES media(id),
    "title" jsonb NOT NULL,
    "text" jsonb,
    "duration_seconds" bigint NOT NULL
);
