-- compatible: yes
-- Contents whose texts have changed since they were put into the index of the search; one may stand here repeatedly.
CREATE TABLE search_queue (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content_id uuid NOT NULL
);
