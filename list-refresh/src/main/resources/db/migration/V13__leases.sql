-- One form of lease for all that a process works on: the process, and its last sign of life. A row of before has none,
-- and is nobody's when its lease has run out.
alter table list_export add column owner uuid;
alter table job_execution rename column publisher to owner;
alter table job_execution rename column lease_until to heartbeat;
