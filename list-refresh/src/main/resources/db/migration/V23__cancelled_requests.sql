-- Requests that staff or patrons cancel stay, with who did it and why.
alter table circulation_request
  add column cancellation_reason_id              uuid,
  add column cancelled_by_user_id                uuid,
  add column cancellation_additional_information text,
  add column cancelled_date                      timestamptz,
  drop constraint circulation_request_status_check,
  add check (status in ('Open - Not yet filled', 'Open - Awaiting pickup', 'Open - In transit', 'Closed - Filled',
    'Closed - Cancelled'));
