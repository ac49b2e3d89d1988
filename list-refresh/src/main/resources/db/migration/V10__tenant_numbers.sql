-- Starts of the service took a number each, even where they registered no tenant. The next tenant has the number after
-- the last one.
select setval(pg_get_serial_sequence('tenant', 'id'), coalesce(max(id), 1), max(id) is not null) from tenant;
