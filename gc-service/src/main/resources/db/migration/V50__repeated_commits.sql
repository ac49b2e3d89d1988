-- What the request that began an activity is recognized by when it is sent again; null where it had nothing of that, or
-- where the activity has failed: then it may be sent again.
alter table activity add column sent_key text;

create unique index activity_sent on activity (stream, sent_key) where sent_key is not null;
