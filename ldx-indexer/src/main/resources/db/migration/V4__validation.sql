-- A member's URI beside its key: one that is not indexed has no other place where it is written. What is in the table is
-- read again by the next comparison.
truncate validation_member;
alter table validation_member add column value text not null;
