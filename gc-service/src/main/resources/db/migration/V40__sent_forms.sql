-- Forms that were sent lately, so that a double click does nothing twice; see the class SentForms.
create table sent_form (
  -- A hash of who sent what where, with the page's own token.
  id bytea primary key,
  sent timestamptz not null default now(),
  -- Where the answer led to; null until there is one.
  location text,
  -- The cookie of the answer, by which the change can be undone.
  cookie text
);

create index sent_form_sent on sent_form (sent);
