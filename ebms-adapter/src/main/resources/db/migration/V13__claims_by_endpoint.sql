-- What is due is claimed endpoint by endpoint, so that a partner's backlog is not read while its
-- queue is full: 12 backlogs of 10,000 rows made each claim take 80 to 130 ms.
create index delivery_due on delivery (endpoint, next_attempt_at);
drop index delivery_next_attempt;

-- What was sent as often as agreed and is not acknowledged.
create index delivery_exhausted on delivery (next_attempt_at)
  where reliable and attempts > retries;

-- Where messages go is what the agreement says: for a test, edit the agreement.
drop table endpoint_mapping;
