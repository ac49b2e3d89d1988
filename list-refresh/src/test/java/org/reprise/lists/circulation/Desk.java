package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/**
 * What tests of loans and requests do alike.
 *
 * @param server without Kafka, so that its outbox keeps all events
 */
record Desk(ListsServer server, Library library) {
  static void assertRefused(Answer answer, String code, String message) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().path("errors").size()).as(answer.toString()).isEqualTo(1);
    assertThat(answer.json().at("/errors/0/code").asString()).isEqualTo(code);
    assertThat(answer.json().at("/errors/0/message").asString()).isEqualTo(message);
  }

  /** The loan as it is now. */
  JsonNode loan(JsonNode loan) {
    return library.client().get("/circulation/loans/" + loan.path("id").asString()).json();
  }

  /** The actions of an item's loan events, in their order. */
  List<String> events(String item) {
    List<String> actions = new ArrayList<>();
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                select body::json -> 'data' -> 'new' ->> 'action' from event_outbox
                where topic = 'circulation.loan' and key = '%s' order by id\
                """
                    .formatted(library.id(item)))) {
      while (rows.next()) {
        actions.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return actions;
  }

  /** Locks an item until several requests wait for it, then releases it; returns their answers. */
  List<Answer> atOnce(String item, List<Callable<Answer>> requests) throws Exception {
    UUID id = library.id(item);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = server.database().connect()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("select 1 from item where id = '%s' for update".formatted(id));
      }
      List<Future<Answer>> answers = new ArrayList<>();
      for (Callable<Answer> request : requests) {
        answers.add(threads.submit(request));
        await().until(() -> waiting() == answers.size());
      }
      connection.rollback();
      List<Answer> all = new ArrayList<>();
      for (Future<Answer> answer : answers) {
        all.add(answer.get());
      }
      return all;
    }
  }

  private long waiting() {
    return server.count(
        """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'\
        """);
  }
}
