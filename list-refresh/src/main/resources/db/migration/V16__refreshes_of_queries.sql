-- A query of a refresh is of use until the refresh ends. Of those of before it is not known which: no refresh has this id.
alter table query_details add column refresh_id uuid;
update query_details set refresh_id = '00000000-0000-0000-0000-000000000000' where of_refresh;
alter table query_details drop column of_refresh;
