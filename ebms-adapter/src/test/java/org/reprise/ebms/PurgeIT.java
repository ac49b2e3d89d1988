package org.reprise.ebms;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Messages and events whose time is over are deleted, however large or stubborn some are. */
class PurgeIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static void execute(EbmsServer server, String sql) throws SQLException {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void insertOldMessages(EbmsServer server, int number, String size)
      throws SQLException {
    execute(
        server,
        """
        with old as (
          insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
            service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
          select 'IN', 'old-' || n, 'c', 'a', 'b', 'c', 's', 'a', now(), true, 'PROCESSED', '',
            now() - n * interval '1 minute' from generate_series(1, %d) n returning id),
        content as (
          insert into payload (message, position, content_id, content_type, size)
          select id, 0, 'c', 't', %s from old returning id)
        insert into payload_piece (payload, number, content) select id, 0, 'x' from content\
        """
            .formatted(number, size));
    execute(
        server,
        """
        insert into message_event (kind, message_id, cpa_id, service, action, at)
        values ('RECEIVED', 'old', 'c', 's', 'a', now() - interval '31 days')\
        """);
  }

  private static long old(EbmsServer server, String table) {
    return server.count("select count(*) from " + table + " where message_id like 'old%'");
  }

  @Test
  void deletesLargeMessagesAFewAtATime() throws SQLException {
    EbmsServer first = EbmsServer.start();
    first.close();
    // As if each of them were as large as it says, and its pieces as slow to delete.
    execute(
        first,
        """
        create function slow() returns trigger language plpgsql as $$ begin
          perform pg_sleep(0.5); return old; end $$;
        create trigger slow before delete on payload_piece for each row execute function slow()\
        """);
    insertOldMessages(first, 12, "32 * 1024 * 1024");
    try (EbmsServer server =
        EbmsServer.start(first.database(), "--reprise.database.statement-timeout=4s")) {
      await().atMost(LIMIT).until(() -> old(server, "message") == 0);
      await().atMost(LIMIT).until(() -> old(server, "message_event") == 0);
    }
  }

  @Test
  void deletesEventsWhileMessagesCannotBeDeleted() throws SQLException {
    EbmsServer first = EbmsServer.start();
    first.close();
    execute(
        first,
        """
        create function stuck() returns trigger language plpgsql as $$ begin
          raise exception sqlstate '57014'; end $$;
        create trigger stuck before delete on message for each row execute function stuck()\
        """);
    insertOldMessages(first, 1, "1");
    try (EbmsServer server = EbmsServer.start(first.database())) {
      await().atMost(LIMIT).until(() -> old(server, "message_event") == 0);
      execute(first, "drop trigger stuck on message");
      await().atMost(LIMIT).until(() -> old(server, "message") == 0);
    }
  }
}
