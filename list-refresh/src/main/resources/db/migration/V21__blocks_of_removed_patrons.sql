-- The blocks on a patron go with her, those that are stored while she is being removed included.
alter table patron_block
  drop constraint patron_block_tenant_user_id_fkey,
  add foreign key (tenant, user_id) references app_user on delete cascade;
