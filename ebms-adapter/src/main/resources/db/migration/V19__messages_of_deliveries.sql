-- By equality only: as an ordered index it was taken for counts by endpoint, which then read all that waits.
drop index delivery_message;
create index delivery_message on delivery using hash (message);
