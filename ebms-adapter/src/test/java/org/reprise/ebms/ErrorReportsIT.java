package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.MessageHeader;

/** Errors are reported to the sender of a message where the agreement says, up to a backlog. */
class ErrorReportsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String ERROR_LIST =
      "</e:MessageHeader><e:ErrorList e:version=\"2.0\" S:mustUnderstand=\"1\""
          + " e:highestSeverity=\"Error\"><e:Error e:errorCode=\"Unknown\" e:severity=\"Error\"/>"
          + "</e:ErrorList>";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsClient nobody;

  @BeforeAll
  static void start() {
    server = EbmsServer.start("--reprise.ebms.messages.backlog=3");
    nobody = server.client("", "");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static long waiting(String endpoint) {
    return server.count("select count(*) from delivery where endpoint = '" + endpoint + "'");
  }

  private static EbmsError report(Partner at, String cpaId, String messageId) {
    await().atMost(LIMIT).until(() -> at.received().size() == 1);
    Partner.Received report = at.received().getFirst();
    MessageHeader header = report.header();
    assertThat(header.action()).isEqualTo("MessageError");
    assertThat(header.service().isSignals()).isTrue();
    assertThat(header.cpaId()).isEqualTo(cpaId);
    assertThat(header.messageData().refToMessageId()).isEqualTo(messageId);
    assertThat(header.from().ids().getFirst().value()).isEqualTo(Cpas.BETA);
    assertThat(report.soapAction()).isEqualTo("\"ebXML\"");
    return Objects.requireNonNull(report.envelope().errorList()).errors().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          best-effort    | AckRequested        | Inconsistent
          sync-reply     | SyncReply           | Inconsistent
          unknown-action | Action              | ValueNotRecognized
          unread-body    | Body                | NotSupported
          late-ping      | TimeToLive          | TimeToLiveExpired
          """)
  void sendsReportToErrorEndpointOfTheSender(String what, String location, String code) {
    try (Partner alpha = Partner.willing();
        Partner errors = Partner.willing()) {
      String cpaId = "report-" + what;
      server.agree(Cpas.named(cpaId).alphaAt(alpha.endpoint()).alphaErrorsAt(errors.endpoint()));
      String id = Messages.freshId();
      String order = Messages.order(cpaId, id);
      String message =
          switch (what) {
            case "best-effort" -> Messages.bestEffortOrder(cpaId, id, "", "");
            case "sync-reply" -> Messages.syncReply(order);
            case "unknown-action" -> order.replace(">order<", ">invoice<");
            case "unread-body" -> Messages.order(cpaId, id, "", "<e:Order/>");
            default ->
                Messages.signal(
                    cpaId, id, "Ping", "<e:TimeToLive>2020-01-01T00:00:00Z</e:TimeToLive>", "", "");
          };
      Answer answer = nobody.message(message);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
      assertThat(answer.body()).isEmpty();
      EbmsError error = report(errors, cpaId, id);
      assertThat(error.code()).isEqualTo(code);
      assertThat(error.location()).contains(location);
      assertThat(error.description()).isNotBlank();
      assertThat(alpha.received()).isEmpty();
      assertThat(server.client().get("/api/v1/inbox/" + id).status()).isEqualTo(404);
    }
  }

  @Test
  void sendsReportToDefaultChannelWithoutErrorEndpoint() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("report-default").alphaAt(alpha.endpoint()));
      String id = Messages.freshId();
      String message = Messages.bestEffortOrder("report-default", id, "", "");
      assertThat(nobody.message(message).status()).isEqualTo(204);
      assertThat(report(alpha, "report-default", id).code()).isEqualTo("Inconsistent");
    }
  }

  @Test
  void reportsErrorInResponseToSynchronousSender() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("report-sync").acknowledgingInResponse().alphaAt(alpha.endpoint()));
      String id = Messages.freshId();
      Answer answer = nobody.message(Messages.bestEffortOrder("report-sync", id, "", ""));
      assertThat(answer.status()).isEqualTo(500);
      assertThat(ReceivingIT.error(answer).code()).isEqualTo("Inconsistent");
      assertThat(waiting(alpha.endpoint())).isZero();
      assertThat(alpha.received()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"nobody, agreed", "report-proposed, proposed", "report-stranger, agreed"})
  void reportsErrorInResponseWhereNoAgreementHolds(String cpaId, String status) {
    try (Partner alpha = Partner.willing()) {
      if (!cpaId.equals("nobody")) {
        server.agree(Cpas.named(cpaId).status(status).alphaAt(alpha.endpoint()));
      }
      String message = Messages.bestEffortOrder(cpaId, Messages.freshId(), "", "");
      Answer answer =
          nobody.message(
              cpaId.equals("report-stranger") ? message.replace(Cpas.ALPHA, "007") : message);
      assertThat(answer.status()).isEqualTo(500);
      assertThat(answer.header("Connection")).isEqualTo("close");
      assertThat(ReceivingIT.error(answer).code()).isEqualTo("ValueNotRecognized");
      assertThat(alpha.received()).isEmpty();
    }
  }

  @Test
  void sendsNoReportToForbiddenHost() {
    server.agree(Cpas.named("report-host").alphaAt("http://internal.example/ebms"));
    Answer answer =
        nobody.message(Messages.bestEffortOrder("report-host", Messages.freshId(), "", ""));
    assertThat(answer.status()).isEqualTo(500);
    assertThat(ReceivingIT.error(answer).code()).isEqualTo("Inconsistent");
    assertThat(waiting("http://internal.example/ebms")).isZero();
  }

  @Test
  void reportsErrorInResponseWhenBacklogIsFull() {
    try (Partner alpha = Partner.answering(n -> 503)) {
      server.agree(Cpas.named("report-many").alphaAt(alpha.endpoint()));
      for (int i = 0; i < 5; i++) {
        Answer answer =
            nobody.message(Messages.bestEffortOrder("report-many", Messages.freshId(), "", ""));
        assertThat(answer.status()).isEqualTo(i < 3 ? 204 : 500);
      }
    }
  }

  @Test
  void answersRefusedErrorReportByFaultAlone() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("report-report").alphaAt(alpha.endpoint()));
      String business =
          Messages.bestEffortOrder("report-report", Messages.freshId(), "", "")
              .replace("</e:MessageHeader>", ERROR_LIST);
      Answer answer = nobody.message(business);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
      assertThat(answer.envelope().errorList()).isNull();
      assertThat(answer.body()).contains("soap:Fault");
      String signal =
          Messages.signal("nobody", Messages.freshId(), "MessageError", "", "", "")
              .replace("</e:MessageHeader>", ERROR_LIST);
      assertThat(nobody.message(signal).status()).isEqualTo(204);
      assertThat(waiting(alpha.endpoint())).isZero();
      assertThat(alpha.received()).isEmpty();
    }
  }

  static Stream<Arguments> unreadableReports() {
    String report =
        Messages.bestEffortOrder("report-unread", "unread@tests.example", "", "")
            .replace("</e:MessageHeader>", ERROR_LIST);
    String wrongVersion = Messages.ACK_REQUESTED.replace("e:version=\"2.0\"", "e:version=\"3.0\"");
    String xml = "text/xml; charset=UTF-8";
    String parts = "multipart/related; type=\"text/xml\"; boundary=b";
    String rootPart = "--b\r\nContent-Type: text/xml\r\nContent-ID: <root>\r\n\r\n";
    return Stream.of(
        Arguments.of(
            "block after the list",
            xml,
            report.replace("</e:ErrorList>", "</e:ErrorList>" + wrongVersion),
            500),
        Arguments.of(
            "block before the list",
            xml,
            report.replace("<e:ErrorList", wrongVersion + "<e:ErrorList"),
            500),
        Arguments.of(
            "header before the list", xml, report.replace("<e:Action>order</e:Action>", ""), 500),
        Arguments.of("list itself", xml, report.replace("e:errorCode=\"Unknown\" ", ""), 500),
        Arguments.of("body", xml, report.replace("<S:Body>", "<S:Body><e:Order/>"), 500),
        Arguments.of("cut off", xml, report.replace("</S:Envelope>", ""), 400),
        Arguments.of("missing boundary", parts, rootPart + report + "\r\n", 400),
        Arguments.of(
            "equal parts",
            parts,
            rootPart
                + report
                + ("\r\n--b\r\nContent-ID: <same>\r\n\r\nx").repeat(2)
                + "\r\n--b--\r\n",
            400));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadableReports")
  void answersUnreadableErrorReportByFaultAlone(
      String what, String contentType, String report, int status) {
    try (Partner alpha = Partner.willing()) {
      String cpaId = "report-unreadable-" + what.replace(' ', '-');
      server.agree(Cpas.named(cpaId).alphaAt(alpha.endpoint()));
      Answer answer =
          nobody.message(
              contentType, report.replace("report-unread", cpaId).getBytes(StandardCharsets.UTF_8));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
      assertThat(answer.envelope().errorList()).as(answer.body()).isNull();
      assertThat(answer.body()).contains("soap:Fault");
      assertThat(waiting(alpha.endpoint())).isZero();
      assertThat(alpha.received()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"57P03, 503", "22000, 500"})
  void answersErrorReportWithFaultWhenDatabaseFails(String sqlState, int status)
      throws SQLException {
    String cpaId = "report-unnoted-" + status;
    server.agree(Cpas.named(cpaId));
    String about = "<e:RefToMessageId>" + Messages.freshId() + "</e:RefToMessageId>";
    String order = Messages.bestEffortOrder(cpaId, Messages.freshId(), about, "");
    List<String> reports =
        List.of(
            Messages.signal(cpaId, Messages.freshId(), "MessageError", about, "", "")
                .replace("</e:MessageHeader>", ERROR_LIST),
            order.replace("</e:MessageHeader>", ERROR_LIST));
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create function refuse() returns trigger language plpgsql as $$ begin"
              + " raise exception sqlstate '%s'; end $$".formatted(sqlState));
      statement.execute(
          """
          create trigger refuse before update on signal_request
          for each statement execute function refuse()\
          """);
      try {
        for (String report : reports) {
          Answer answer = nobody.message(report);
          assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
          assertThat(answer.envelope().errorList()).as(answer.body()).isNull();
          assertThat(answer.body()).contains("soap:Fault");
          if (status == 503) {
            assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
          }
        }
      } finally {
        statement.execute("drop function refuse cascade");
      }
    }
  }

  @Test
  void acceptsMessagesWhileErrorReportsFillBacklog() {
    try (Partner both = Partner.answering(n -> 503)) {
      server.agree(
          Cpas.named("report-room")
              .retries(3, "PT1H")
              .alphaAt(both.endpoint())
              .betaAt(both.endpoint()));
      for (int i = 0; i < 3; i++) {
        String message = Messages.bestEffortOrder("report-room", Messages.freshId(), "", "");
        assertThat(nobody.message(message).status()).isEqualTo(204);
      }
      assertThat(waiting(both.endpoint())).isEqualTo(3);
      Answer answer =
          server
              .client()
              .json(
                  "POST", "/api/v1/messages", EbmsClient.order("report-room", Messages.freshId()));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    }
  }

  @Test
  void refusesMessagesBeyondTheBacklogLimit() {
    try (Partner beta = Partner.answering(n -> 503)) {
      server.agree(Cpas.named("full").retries(3, "PT1H").betaAt(beta.endpoint()));
      EbmsClient client = server.client();
      for (int i = 0; i < 4; i++) {
        String id = "m" + i + "@x";
        Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.order("full", id));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(i < 3 ? 202 : 503);
        if (answer.status() == 503) {
          assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
          assertThat(client.get("/api/v1/messages/" + id).status()).isEqualTo(404);
        }
      }
    }
  }

  @Test
  void errorInBusinessMessageFailsReferredMessage() {
    try (Partner beta = Partner.willing()) {
      String cpa =
          Cpas.named("report-carried")
              .retries(3, "PT1H")
              .alphaAt(server.ebms())
              .betaAt(beta.endpoint())
              .xml()
              .replace("</c:CanReceive>", "</c:CanReceive>" + reply("B", "CanSend"))
              .replace("</c:CanSend>\n      ", "</c:CanSend>\n" + reply("A", "CanReceive"));
      assertThat(server.client().xml("POST", "/api/v1/agreements", cpa).status()).isEqualTo(201);
      String id = Messages.freshId();
      server.client().json("POST", "/api/v1/messages", EbmsClient.order("report-carried", id));
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      String about = "<e:RefToMessageId>" + id + "</e:RefToMessageId>";
      String reply =
          Messages.order("report-carried", Messages.freshId(), about, "")
              .replace(">order<", ">reply<")
              .replace(Cpas.ALPHA, "x")
              .replace(Cpas.BETA, Cpas.ALPHA)
              .replace(">x<", ">" + Cpas.BETA + "<")
              .replace("</e:MessageHeader>", ERROR_LIST);
      Answer answer = nobody.message(reply);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
      MessagingIT.awaitState(server.client(), id, "failed");
    }
  }

  static String reply(String party, String can) {
    return """
    <c:%2$s><c:ThisPartyActionBinding c:id="%1$s-reply" c:action="reply" c:packageId="p">
    <c:ChannelId>%1$s-reliable</c:ChannelId></c:ThisPartyActionBinding></c:%2$s>
    """
        .formatted(party, can);
  }
}
