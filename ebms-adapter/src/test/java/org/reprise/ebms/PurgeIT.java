package org.reprise.ebms;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages and events whose time is over are deleted, however large or stubborn some are. */
class PurgeIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();

  @AfterEach
  void removeFault() {
    SERVER.execute("drop function if exists stuck cascade");
  }

  /** Inserts messages of a payload that is as large as it says, and an event. */
  private static void insertOld(String name, int number, String size) {
    SERVER.execute(
        """
        with old as (
          insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
            service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
          select 'IN', '%1$s-' || n, 'c', 'a', 'b', 'c', 's', 'a', now(), true, 'PROCESSED', '',
            now() - n * interval '1 minute' from generate_series(1, %2$d) n returning id),
        content as (
          insert into payload (message, position, content_id, content_type, size)
          select id, 0, 'c', 't', %3$s from old returning id),
        pieces as (
          insert into payload_piece (payload, number, content) select id, 0, 'x' from content)
        insert into message_event (kind, message_id, cpa_id, service, action, at)
        values ('RECEIVED', '%1$s-1', 'c', 's', 'a', now() - interval '31 days')\
        """
            .formatted(name, number, size));
  }

  private static void awaitNone(String table, String name) {
    String rows = "select count(*) from %s where message_id like '%s-%%'".formatted(table, name);
    await().atMost(LIMIT).until(() -> SERVER.count(rows) == 0);
  }

  @Test
  void deletesLargeMessagesAFewAtATime() {
    // As if the database ended a statement that deletes more than two of them: it takes too long.
    SERVER.execute(
        """
        create function stuck() returns trigger language plpgsql as $$ begin
          if (select count(*) > 2 from gone where message_id like 'large-%') then
            raise exception sqlstate '57014'; end if;
          return null; end $$;
        create trigger stuck after delete on message referencing old table as gone
          for each statement execute function stuck()\
        """);
    insertOld("large", 12, "32 * 1024 * 1024");
    awaitNone("message", "large");
    awaitNone("message_event", "large");
  }

  @Test
  void deletesEventsWhileMessagesCannotBeDeleted() {
    SERVER.execute(
        """
        create function stuck() returns trigger language plpgsql as $$ begin
          raise exception sqlstate '57014'; end $$;
        create trigger stuck before delete on message for each row
          when (old.message_id like 'stubborn-%') execute function stuck()\
        """);
    insertOld("stubborn", 1, "1");
    awaitNone("message_event", "stubborn");
    removeFault();
    awaitNone("message", "stubborn");
  }
}
