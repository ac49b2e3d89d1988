-- Persisted Pongs become deliveries, like Acknowledgments. Those that wait are written as envelopes:
-- a line holds id, domain, endpoint, cpa_id, conversation_id, ref_to_message_id, from_ids, to_ids and
-- created_at (ms since 1970), with tabs between them.
create function pg_temp.xml(text) returns text language sql immutable as $$
  select replace(replace(replace($1, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') $$;

create function pg_temp.party(ids text) returns text language sql immutable as $$
  select string_agg(
    case when position(chr(31) in id) = 0 then '<eb:PartyId>' || pg_temp.xml(id)
      else '<eb:PartyId eb:type="' || replace(pg_temp.xml(split_part(id, chr(31), 1)), '"', '&quot;')
        || '">' || pg_temp.xml(split_part(id, chr(31), 2)) end
    || '</eb:PartyId>', '' order by number)
  from unnest(string_to_array(ids, chr(30))) with ordinality of_party(id, number) $$;

insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
  next_attempt_at, expires_at)
select 'pong ' || p[1] || '@' || p[2], p[3],
  convert_to(
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"'
    || ' xmlns:eb="http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd">'
    || '<soap:Header><eb:MessageHeader eb:version="2.0" soap:mustUnderstand="1">'
    || '<eb:From>' || pg_temp.party(p[7]) || '</eb:From><eb:To>' || pg_temp.party(p[8]) || '</eb:To>'
    || '<eb:CPAId>' || pg_temp.xml(p[4]) || '</eb:CPAId>'
    || '<eb:ConversationId>' || pg_temp.xml(p[5]) || '</eb:ConversationId>'
    || '<eb:Service>urn:oasis:names:tc:ebxml-msg:service</eb:Service><eb:Action>Pong</eb:Action>'
    || '<eb:MessageData><eb:MessageId>' || pg_temp.xml(p[1] || '@' || p[2]) || '</eb:MessageId>'
    || '<eb:Timestamp>' || to_char(to_timestamp(p[9]::bigint / 1000.0) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '</eb:Timestamp>'
    || '<eb:RefToMessageId>' || pg_temp.xml(p[6]) || '</eb:RefToMessageId></eb:MessageData>'
    || '</eb:MessageHeader></soap:Header><soap:Body/></soap:Envelope>', 'UTF8'),
  false, 0, 0, now(), now() + interval '1 hour'
from pong_outbox, string_to_table(pongs, E'\n') line,
  lateral (select string_to_array(line, E'\t') as p) fields
where array_length(p, 1) = 9 and p[9] ~ '^\d{1,15}$';

drop function pg_temp.party, pg_temp.xml;
drop table pong_outbox;

-- Rows of Pongs live for milliseconds.
alter table delivery set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0);
