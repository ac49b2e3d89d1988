-- What the request that began an activity said of its baseline, beside the title.
alter table activity
  add column description text,
  add column subjects text[] not null default '{}',
  add column archived boolean not null default false;
