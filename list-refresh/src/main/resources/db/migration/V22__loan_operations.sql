-- As mod-circulation-storage's example policy: renewed without limit from the due date. It says nothing of requests;
-- here a loan is renewed while a hold waits, and a recalled one lasts a week at least, and a day from the recall on.
-- Null is no limit, no guaranteed period and at once.
alter table loan_policy
  add column renewable        boolean not null default true,
  add column renewals         integer check (renewals >= 0),
  add column renew_from       text    not null default 'CURRENT_DUE_DATE'
    check (renew_from in ('CURRENT_DUE_DATE', 'SYSTEM_DATE')),
  add column renews_requested boolean not null default true,
  add column guaranteed_days  integer default 7 check (guaranteed_days between 1 and 3650),
  add column recall_days      integer default 1 check (recall_days between 1 and 3650);
alter table loan
  add column renewal_count              integer,
  add column action_comment             text,
  add column due_date_changed_by_recall boolean,
  add column declared_lost_date         timestamptz,
  add column claimed_returned_date      timestamptz,
  drop constraint loan_action_check,
  add check (action in ('checkedout', 'checkedin', 'renewed', 'recallrequested', 'declaredLost', 'claimedReturned',
    'checkedInReturnedByPatron', 'checkedInFoundByLibrary'));
