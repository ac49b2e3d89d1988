-- Where a schema set has two revisions of a module, its topmost nodes were stored under the module's name, and are looked
-- for under the plain name by now.
create temporary table renamed on commit drop as
select f.anchor_id, f.xpath, '/' || substring(f.xpath from length(m.name) + 3) as plain
from (
  select y.digest, module ->> 'name' as name
  from yang_sources y cross join lateral jsonb_array_elements(y.modules) as module
  group by 1, 2 having count(*) > 1) m
join schema_set s on s.digest = m.digest
join anchor a on a.schema_set_id = s.id
join fragment f on f.anchor_id = a.id and f.xpath >= '/' || m.name || ':' and f.xpath < '/' || m.name || ';';

update fragment f set xpath = r.plain
from renamed r
where f.anchor_id = r.anchor_id and f.xpath = r.xpath
  and not exists (select from fragment o where o.anchor_id = r.anchor_id and o.xpath = r.plain);

-- The next write that needs them stores them anew.
delete from reference_end where anchor_id in (select anchor_id from renamed);
update anchor set reference_ends_kept = false where id in (select anchor_id from renamed);
