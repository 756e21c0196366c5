-- compatible: yes
-- What a change has replaced, so that it can be taken back exactly; null for lines that are older than this step.
ALTER TABLE history ADD COLUMN undo TEXT;
-- A draft that was made as a copy and was never published: lists tell it from its original.
ALTER TABLE contents ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0 CHECK (is_copy IN (0, 1));
