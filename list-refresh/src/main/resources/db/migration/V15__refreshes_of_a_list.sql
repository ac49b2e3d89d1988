-- The next version of a list's contents follows from its earlier refreshes, which are kept.
create index list_refresh_versions on list_refresh (tenant, list_id, content_version);
