-- compatible: yes
-- What of a picture has to stay in sight when it is cut to another shape, in hundredths of its width and height.
ALTER TABLE media ADD COLUMN focus_x INTEGER CHECK (focus_x BETWEEN 0 AND 100);
ALTER TABLE media ADD COLUMN focus_y INTEGER CHECK ((focus_x IS NULL) = (focus_y IS NULL) AND focus_y BETWEEN 0 AND 100);
