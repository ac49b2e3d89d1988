-- Of a baseline with a request_key: the title that the request gave, '' where it gave none. A request with the same key
-- and another title is no repetition. Null where that was not stored yet.
alter table configuration add column request_title text;
