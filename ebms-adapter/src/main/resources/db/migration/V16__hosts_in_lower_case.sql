-- Agreements give hosts in lower case: what waits belongs to the same queues as new messages.
update delivery
set endpoint = lower(substring(endpoint from '^https?://[^/?#]*'))
  || substring(endpoint from '^https?://[^/?#]*(.*)$')
where endpoint ~ '^https?://[^/?#]*[A-Z]';
