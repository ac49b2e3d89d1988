-- Written, and never read.
alter table list_export drop column rows;
alter table circulation_request drop column closed_date;
alter table check_in drop column loan_id;
