package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.envelope.MessageData;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A database that earlier versions filled is taken over with its rows. */
class MigrationIT {
  private static final UUID PONG = UUID.randomUUID();
  private static final String PARTIES =
      PartyId.encode(List.of(new PartyId("a&b:\"c", "0<1"), new PartyId(null, "2")));
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final Partner ALPHA = Partner.willing();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Throwable refusal;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static List<String> endpoints;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  /** Fills tables as each version did, and starts the present one. */
  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      migrate("10");
      insertPayloads(statement);
      migrate("12");
      statement.execute("insert into endpoint_mapping values ('http://real', 'http://test')");
      refusal = catchThrowable(() -> migrate("latest"));
      statement.execute("delete from endpoint_mapping");
      migrate("13");
      insertPongs(connection);
      migrate("15");
      statement.execute(
          """
          insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
            next_attempt_at)
          select 'host ' || n, uri, '', false, 0, 0, now() from unnest(array[
            'https://Gateway.Example.ORG:8443/Path?Q=A', 'http://[2001:DB8::1]/E', 'HTTP', 'http://a/B'
          ]) with ordinality one(uri, n)\
          """);
      migrate("17");
      insert(statement, "asked@x", "OUT", "text/plain", "'x'");
      statement.execute(
          """
          insert into status_request (request_id, message, state, status)
          select 'question@x', id, 'ANSWERED', 'Received' from message where message_id = 'asked@x';
          insert into ping (message_id, cpa_id, from_party_id, to_party_id, state, sent_at)
          values ('ping@x', 'cpa', 'a', 'b', 'ANSWERED', now())\
          """);
      migrate("latest");
      endpoints =
          DATABASE.texts(
              "select endpoint from delivery where message_id like 'host %' order by message_id");
      statement.execute("delete from delivery where message_id like 'host %'");
    }
    server = EbmsServer.start(DATABASE);
  }

  @AfterAll
  static void stop() {
    server.close();
    ALPHA.close();
  }

  private static void migrate(String version) {
    Flyway.configure()
        .dataSource(DATABASE.jdbcUrl(), DATABASE.username(), DATABASE.password())
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

  private static void insertPayloads(Statement statement) throws SQLException {
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
  }

  private static void insertPongs(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into pong_outbox (id, node_id, pongs) values (?, ?, ?)")) {
      insert.setObject(1, UUID.randomUUID());
      insert.setObject(2, UUID.randomUUID());
      insert.setString(
          3,
          String.join("\t", PONG.toString(), "x.org", ALPHA.endpoint(), "c&a", "talk>")
              + String.join("\t", "", "ping@&x", PARTIES, PARTIES, "1700000000123\nnonsense\n"));
      insert.executeUpdate();
    }
  }

  @Test
  void sendsPongsOfEarlierVersion() {
    await().atMost(Duration.ofMinutes(30)).until(() -> ALPHA.received().size() == 1);
    Partner.Received pong = ALPHA.received().getFirst();
    EnvelopeSchema.check(pong.body());
    assertThat(pong.header().messageData())
        .isEqualTo(
            new MessageData(
                PONG + "@x.org", Instant.ofEpochMilli(1700000000123L), "ping@&x", null));
    assertThat(PartyId.encode(pong.header().to().ids())).isEqualTo(PARTIES);
    assertThat(pong.header().cpaId()).isEqualTo("c&a");
    assertThat(pong.header().conversationId()).isEqualTo("talk>");
    assertThat(server.client().get("/actuator/health").status()).isEqualTo(200);
  }

  @Test
  void readsHostsOfWaitingMessagesInLowerCase() {
    assertThat(endpoints)
        .containsExactly(
            "https://gateway.example.org:8443/Path?Q=A",
            "http://[2001:db8::1]/E",
            "HTTP",
            "http://a/B");
  }

  @Test
  void keepsPingsAndStatusRequests() {
    EbmsClient client = server.client();
    assertThat(client.get("/api/v1/pings/ping@x").json().get("state").asString())
        .isEqualTo("answered");
    assertThat(client.get("/api/v1/messages/asked@x/status-requests").body())
        .contains("question@x", "answered", "Received");
    assertThat(client.get("/api/v1/pings/question@x").status()).isEqualTo(404);
  }

  @Test
  void refusesToForgetEndpointMappings() {
    assertThat(refusal).hasMessageContaining("Edit the agreements");
  }

  @Test
  void marksEncryptedPayloadsOfSentMessages() {
    assertThat(DATABASE.texts("select content_id from payload where encrypted"))
        .containsExactly("encrypted");
    EbmsClient.Answer answer =
        server.client().json("POST", "/api/v1/messages/encrypted/resend", "");
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.json().get("detail").asString()).contains("encrypted");
  }
}
