package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A database that an earlier version filled is taken over with its rows. */
class MigrationIT {
  private static void migrate(Database database, String version) {
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.username(), database.password())
        .target(version)
        .load()
        .migrate();
  }

  /** A message with one payload of one piece, as version 10 stored them. */
  private static void insert(
      Statement statement, String name, String direction, String contentType, String content)
      throws SQLException {
    statement.execute(
        """
        with m as (
          insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
            service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
          values ('%2$s', '%1$s', 'cpa', 'a', 'b', 'talk', 'orders', 'order', now(), true,
            'FAILED', 'envelope', now() + interval '1 day')
          returning id),
        p as (
          insert into payload (message, position, content_id, content_type, size)
          select id, 0, '%1$s', '%3$s', length(%4$s) from m returning id)
        insert into payload_piece (payload, number, content)
        select id, 0, convert_to(%4$s, 'UTF8') from p\
        """
            .formatted(name, direction, contentType, content));
  }

  private static Map<String, Boolean> encrypted(Statement statement) throws SQLException {
    Map<String, Boolean> encrypted = new TreeMap<>();
    try (ResultSet row = statement.executeQuery("select content_id, encrypted from payload")) {
      while (row.next()) {
        encrypted.put(row.getString(1), row.getBoolean(2));
      }
    }
    return encrypted;
  }

  @Test
  void sendsPongsOfEarlierVersion() throws Exception {
    Database database = TestDatabase.freshDatabase();
    migrate(database, "13");
    try (Partner alpha = Partner.willing()) {
      String ids = PartyId.encode(List.of(new PartyId("a&b:\"c", "0<1"), new PartyId(null, "2")));
      try (Connection connection = database.connect();
          PreparedStatement insert =
              connection.prepareStatement(
                  "insert into pong_outbox (id, node_id, pongs) values (?, ?, ?)")) {
        UUID id = UUID.randomUUID();
        insert.setObject(1, UUID.randomUUID());
        insert.setObject(2, UUID.randomUUID());
        insert.setString(
            3,
            String.join("\t", id.toString(), "x.org", alpha.endpoint(), "c&a", "talk>")
                + String.join("\t", "", "ping@&x", ids, ids, "1700000000123\nnonsense\n"));
        insert.executeUpdate();
        try (EbmsServer server = EbmsServer.start(database)) {
          await().atMost(Duration.ofMinutes(30)).until(() -> alpha.received().size() == 1);
          Partner.Received pong = alpha.received().getFirst();
          EnvelopeSchema.check(pong.body());
          assertThat(pong.header().messageData())
              .isEqualTo(
                  new MessageData(
                      id + "@x.org", Instant.ofEpochMilli(1700000000123L), "ping@&x", null));
          assertThat(PartyId.encode(pong.header().to().ids())).isEqualTo(ids);
          assertThat(pong.header().cpaId()).isEqualTo("c&a");
          assertThat(pong.header().conversationId()).isEqualTo("talk>");
          assertThat(server.client().get("/actuator/health").status()).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void readsHostsOfWaitingMessagesInLowerCase() throws Exception {
    Database database = TestDatabase.freshDatabase();
    migrate(database, "15");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
            next_attempt_at)
          select uri, uri, '', false, 0, 0, now() from unnest(array[
            'https://Gateway.Example.ORG:8443/Path?Q=A', 'http://[2001:DB8::1]/E', 'HTTP', 'http://a/B'
          ]) uri\
          """);
      migrate(database, "latest");
      List<String> endpoints = new ArrayList<>();
      try (ResultSet row =
          statement.executeQuery(
              "select endpoint from delivery order by message_id collate \"C\"")) {
        while (row.next()) {
          endpoints.add(row.getString(1));
        }
      }
      assertThat(endpoints)
          .containsExactly(
              "HTTP",
              "http://[2001:db8::1]/E",
              "http://a/B",
              "https://gateway.example.org:8443/Path?Q=A");
    }
  }

  @Test
  void keepsPingsAndStatusRequests() throws Exception {
    Database database = TestDatabase.freshDatabase();
    migrate(database, "17");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      insert(statement, "asked@x", "OUT", "text/plain", "'x'");
      statement.execute(
          """
          insert into status_request (request_id, message, state, status)
          select 'question@x', id, 'ANSWERED', 'Received' from message;
          insert into ping (message_id, cpa_id, from_party_id, to_party_id, state, sent_at)
          values ('ping@x', 'cpa', 'a', 'b', 'ANSWERED', now())\
          """);
      try (EbmsServer server = EbmsServer.start(database)) {
        EbmsClient client = server.client();
        assertThat(client.get("/api/v1/pings/ping@x").json().get("state").asString())
            .isEqualTo("answered");
        assertThat(client.get("/api/v1/messages/asked@x/status-requests").body())
            .contains("question@x", "answered", "Received");
        assertThat(client.get("/api/v1/pings/question@x").status()).isEqualTo(404);
      }
    }
  }

  @Test
  void refusesToForgetEndpointMappings() throws Exception {
    Database database = TestDatabase.freshDatabase();
    migrate(database, "12");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("insert into endpoint_mapping values ('http://real', 'http://test')");
      assertThatThrownBy(() -> migrate(database, "latest"))
          .hasMessageContaining("Edit the agreements");
      statement.execute("delete from endpoint_mapping");
      migrate(database, "latest");
    }
  }

  @Test
  void marksEncryptedPayloadsOfSentMessages() throws Exception {
    Database database = TestDatabase.freshDatabase();
    migrate(database, "10");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      String document = "'<?xml version=\"1.0\"?><xenc:EncryptedData xmlns:xenc=\"x\">'";
      insert(statement, "encrypted", "OUT", "application/xml", document);
      insert(statement, "received", "IN", "application/xml", document);
      insert(statement, "plain-text", "OUT", "text/plain", document);
      insert(statement, "clear", "OUT", "application/xml", "'<order/>'");
      insert(
          statement,
          "mentions-it-later",
          "OUT",
          "application/xml",
          "'<order>' || repeat('x', 1000) || 'EncryptedData</order>'");
      insert(statement, "not-utf-8", "OUT", "application/xml", "repeat('ÿ', 300)");
      migrate(database, "latest");
      assertThat(encrypted(statement))
          .isEqualTo(
              Map.of(
                  "encrypted", true,
                  "received", false,
                  "plain-text", false,
                  "clear", false,
                  "mentions-it-later", false,
                  "not-utf-8", false));
    }
    try (EbmsServer server = EbmsServer.start(database)) {
      EbmsClient.Answer answer =
          server.client().json("POST", "/api/v1/messages/encrypted/resend", "");
      assertThat(answer.status()).isEqualTo(409);
      assertThat(answer.json().get("detail").asString()).contains("encrypted");
    }
  }
}
