-- Certificates of agreements that were replaced in real life, by the SHA-256 of the old one. Changes
-- are counted in agreement_revision, like those of endpoint_mapping.
create table certificate_mapping (
  from_fingerprint text primary key,
  from_der         bytea not null,
  to_der           bytea not null
);
