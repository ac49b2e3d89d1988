-- A query that one process removed while another one still saved its results left them behind.
delete from query_results r where not exists (
  select from query_details q where q.tenant = r.tenant and q.query_id = r.query_id);
