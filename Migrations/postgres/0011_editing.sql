-- compatible: yes
-- Who has the form of a content open; a browser tells it every few seconds, and who is silent has gone.
CREATE TABLE editing (
    type text NOT NULL,
    content_id uuid NOT NULL,
    staff_id uuid NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    seen_at timestamptz NOT NULL,
    -- When something was last typed there.
    typed_at timestamptz,
    PRIMARY KEY (type, content_id, staff_id)
);
CREATE INDEX editing_of_staff ON editing (staff_id, seen_at);
CREATE INDEX editing_by_time ON editing (seen_at);

-- What was switched or moved, of one type: the history of a screen.
CREATE INDEX history_of_action ON history (type, action, id);
