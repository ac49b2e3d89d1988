-- What is imported from one file, and how far it is.
create table job_execution (
  tenant         smallint    not null references tenant,
  id             uuid        not null,
  hrid           bigint      generated always as identity,
  file_name      text        not null check (length(file_name) between 1 and 255),
  profile_id     uuid,
  profile_name   text,
  user_id        uuid,
  status         text        not null default 'NEW' check (status in (
    'NEW', 'FILE_UPLOADED', 'PARSING_IN_PROGRESS', 'COMMITTED', 'ERROR', 'DISCARDED')),
  -- Records in the file, and those of them that are none; null until it is cut into chunks.
  total          integer,
  broken         integer     not null default 0,
  created_date   timestamptz not null default now(),
  started_date   timestamptz,
  completed_date timestamptz,
  -- Whether chunks are to be published, and the process that does so while its lease lasts.
  to_publish     boolean     not null default false,
  publisher      uuid,
  lease_until    timestamptz,
  primary key (tenant, id)
) with (fillfactor = 70);
create index job_execution_created on job_execution (tenant, created_date);
create index job_execution_to_publish on job_execution (started_date) where to_publish;
create index job_execution_running on job_execution (tenant, id) where status = 'PARSING_IN_PROGRESS';

-- A file on its way. An upload that was broken off leaves pieces that no row names; the next one removes them.
create table upload_definition (
  tenant        smallint    not null,
  id            uuid        not null,
  file_id       uuid        not null,
  job_id        uuid        not null,
  upload        uuid,
  size          bigint,
  uploaded_date timestamptz,
  created_date  timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, job_id),
  foreign key (tenant, job_id) references job_execution
);

create table upload_piece (
  tenant        smallint not null,
  definition_id uuid     not null,
  upload        uuid     not null,
  number        integer  not null,
  content       bytea    not null,
  primary key (tenant, definition_id, upload, number),
  foreign key (tenant, definition_id) references upload_definition on delete cascade
);
-- Read once and deleted: not worth compressing.
alter table upload_piece alter column content set storage external;

-- Records that travel together through Kafka and are saved by one transaction.
create table import_chunk (
  tenant         smallint    not null,
  job_id         uuid        not null,
  number         integer     not null,
  first_record   integer     not null,
  records        integer     not null check (records > 0),
  file_offset    bigint      not null,
  length         integer     not null,
  state          text        not null default 'PENDING' check (state in ('PENDING', 'DONE', 'FAILED')),
  imported       integer     not null default 0,
  failed         integer     not null default 0,
  published_date timestamptz,
  settled_date   timestamptz,
  primary key (tenant, job_id, number),
  foreign key (tenant, job_id) references job_execution
) with (fillfactor = 70);
create index import_chunk_pending on import_chunk (tenant, job_id, number) where state = 'PENDING';

-- Records that were not imported, and why.
create table job_log_entry (
  tenant       smallint    not null,
  job_id       uuid        not null,
  record       integer     not null,
  file_offset  bigint      not null,
  error        text        not null,
  created_date timestamptz not null default now(),
  primary key (tenant, job_id, record),
  foreign key (tenant, job_id) references job_execution
);

-- Source record storage: the records as they came. No reference to the job: its history may be cleared.
create table marc_record (
  tenant       smallint    not null,
  id           uuid        not null,
  job_id       uuid        not null,
  record       integer     not null,
  instance_id  uuid        not null,
  identifiers  text[]      not null,
  content      bytea       not null,
  created_date timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, instance_id) references instance
);
create index marc_record_job on marc_record (tenant, job_id, record);
