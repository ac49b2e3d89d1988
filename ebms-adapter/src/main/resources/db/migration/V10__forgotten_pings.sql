-- Pings are forgotten by their age.
create index ping_sent_at on ping (sent_at);
