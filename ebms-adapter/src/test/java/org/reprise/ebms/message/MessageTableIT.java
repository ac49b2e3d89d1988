package org.reprise.ebms.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsServer;

/** Many messages that wait for one endpoint. */
class MessageTableIT {
  private static final String ENDPOINT = "http://127.0.0.1:1/many";
  private static final int MESSAGES = 4_500;
  private static final int PIECE = 2_000;

  @Test
  void recordsInPiecesWhyMessagesAreNotSent() {
    EbmsServer server = EbmsServer.shared();
    server.execute(
        """
        with sent as (
          insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
            service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
          select 'OUT', n || '@not-sent', 'many-not-sent', 'us', 'p', 'c', 'orders', 'order', now(),
            true, 'PENDING', '', now() + interval '1 day' from generate_series(1, %d) n
          returning id, message_id)
        insert into delivery (message_id, message, endpoint, reliable, retries, retry_interval,
          next_attempt_at)
        select message_id, id, '%s', true, 3, 3600000, 'infinity' from sent;
        create function too_many() returns trigger language plpgsql as $$ begin
          if (select count(*) > %d from changed where cpa_id = 'many-not-sent') then
            raise exception sqlstate '57014'; end if;
          return null; end $$;
        create trigger too_many after update on message referencing new table as changed
          for each statement execute function too_many()\
        """
            .formatted(MESSAGES, ENDPOINT, PIECE));
    try {
      server.part(MessageTable.class).notSent(ENDPOINT, "not allowed");
      assertThat(
              server.count(
                  """
                  select count(*) from message m join attempt a on a.message = m.id
                  where cpa_id = 'many-not-sent' and m.attempts = 1 and m.detail = 'not allowed'
                    and number = 1 and a.detail = 'not allowed'\
                  """))
          .isEqualTo(MESSAGES);
    } finally {
      server.execute("drop function too_many cascade");
      server.execute("delete from message where cpa_id = 'many-not-sent'");
    }
  }
}
