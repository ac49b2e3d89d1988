-- The purge looks for old messages that may go. Received ones that nobody has processed stay, and it read all of them each
-- second.
create index message_old on message (keep_until) where state not in ('PENDING', 'RECEIVED');
drop index message_keep_until;
