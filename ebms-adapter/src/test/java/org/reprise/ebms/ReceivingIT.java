package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.Content;
import org.reprise.ebms.envelope.EbmsError;
import org.reprise.ebms.envelope.MessageStatus;

/** Business messages as a partner sends them. */
class ReceivingIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();
  private static final EbmsClient NOBODY = SERVER.client("", "");

  private static long rows(String messageId) {
    return SERVER.count(
        "select count(*) from message where direction = 'IN' and message_id = '" + messageId + "'");
  }

  static EbmsError error(Answer answer) {
    return Objects.requireNonNull(answer.envelope().errorList()).errors().getFirst();
  }

  @Test
  void deliversDuplicatesOnceAndRepeatsTheAcknowledgment() {
    try (Partner alpha = Partner.willing()) {
      SERVER.agree(Cpas.named("in-twice").alphaAt(alpha.endpoint()));
      String id = Messages.freshId();
      for (int i = 1; i <= 3; i++) {
        assertThat(NOBODY.message(Messages.order("in-twice", id)).status()).isEqualTo(204);
        int acknowledgments = i;
        await().atMost(LIMIT).until(() -> alpha.received().size() == acknowledgments);
      }
      assertThat(rows(id)).isEqualTo(1);
      assertThat(SERVER.count("select count(*) from message_event where message_id = '" + id + "'"))
          .isEqualTo(1);
      Partner.Received first = alpha.received().getFirst();
      assertThat(alpha.received())
          .allSatisfy(one -> assertThat(one.body()).isEqualTo(first.body()));
      assertThat(first.header().action()).isEqualTo("Acknowledgment");
      assertThat(first.header().duplicateElimination()).isFalse();
      assertThat(first.header().messageData().refToMessageId()).isEqualTo(id);
      assertThat(Objects.requireNonNull(first.envelope().acknowledgment()).refToMessageId())
          .isEqualTo(id);
    }
  }

  @Test
  void duplicateIsAcknowledgedAtEndpointOfReplacedAgreement() {
    try (Partner alpha = Partner.willing()) {
      SERVER.agree(Cpas.named("in-moved").alphaAt("http://127.0.0.1:1/ebms"));
      String id = Messages.freshId();
      assertThat(NOBODY.message(Messages.order("in-moved", id)).status()).isEqualTo(204);
      String moved = Cpas.named("in-moved").alphaAt(alpha.endpoint()).xml();
      assertThat(SERVER.client().xml("PUT", "/api/v1/agreements/in-moved", moved).status())
          .isEqualTo(200);
      assertThat(NOBODY.message(Messages.order("in-moved", id)).status()).isEqualTo(204);
      assertThat(
              SERVER.count(
                  "select count(*) from delivery where endpoint = 'http://127.0.0.1:1/ebms'"))
          .isZero();
    }
  }

  @Test
  void acknowledgesDuplicateAfterEndOfAgreement() {
    Cpas cpa = Cpas.named("in-ended").acknowledgingInResponse();
    SERVER.agree(cpa);
    String order = Messages.order("in-ended", Messages.freshId());
    Answer first = NOBODY.message(order);
    assertThat(first.status()).as(first.toString()).isEqualTo(200);
    String ended = cpa.between("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z").xml();
    assertThat(SERVER.client().xml("PUT", "/api/v1/agreements/in-ended", ended).status())
        .isEqualTo(200);
    assertThat(NOBODY.message(order).body()).isEqualTo(first.body());
    String late = Messages.freshId();
    Answer refused = NOBODY.message(Messages.order("in-ended", late));
    assertThat(error(refused).code()).isEqualTo("ValueNotRecognized");
    assertThat(error(refused).description()).contains("in-ended", "ended at 2021-01-01");
    assertThat(rows(late)).isZero();
  }

  @Test
  void showsTheAcknowledgmentThatWasSentForEachCopy() {
    SERVER.agree(Cpas.named("in-copies").acknowledgingInResponse().reliable("perMessage"));
    String id = Messages.freshId();
    String order = Messages.order("in-copies", id).replace("<e:DuplicateElimination/>", "");
    Answer first = NOBODY.message(order);
    assertThat(first.status()).as(first.toString()).isEqualTo(200);
    assertThat(NOBODY.message(order).body()).isEqualTo(first.body());
    assertThat(rows(id)).isEqualTo(2);
    for (int copy : new int[] {1, 2}) {
      String path = "/api/v1/inbox/" + id + "/acknowledgment?copy=" + copy;
      assertThat(SERVER.client().get(path).body()).as(path).isEqualTo(first.body());
    }
  }

  @Test
  void deliversConcurrentDuplicatesOnce() {
    try (Partner alpha = Partner.willing();
        ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      SERVER.agree(Cpas.named("in-race").alphaAt(alpha.endpoint()).acknowledgingInResponse());
      String id = Messages.freshId();
      Queue<Answer> answers = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < 20; i++) {
        senders.execute(() -> answers.add(NOBODY.message(Messages.order("in-race", id))));
      }
      senders.close();
      assertThat(answers).hasSize(20).allMatch(answer -> answer.status() == 200);
      assertThat(answers.stream().map(Answer::body).distinct()).hasSize(1);
      assertThat(rows(id)).isEqualTo(1);
    }
  }

  @Test
  void acknowledgesInResponseWhereAgreed() {
    SERVER.agree(Cpas.named("in-sync").acknowledgingInResponse());
    SERVER.agree(Cpas.named("in-async"));
    String sync = Messages.freshId();
    for (String message :
        List.of(
            Messages.order("in-sync", sync),
            Messages.syncReply(Messages.order("in-sync", Messages.freshId())))) {
      Answer answer = NOBODY.message(message);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.envelope().acknowledgment()).isNotNull();
    }
    String asked = Messages.freshId();
    Answer refused = NOBODY.message(Messages.syncReply(Messages.order("in-async", asked)));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(500);
    assertThat(error(refused).code()).isEqualTo("Inconsistent");
    assertThat(error(refused).location()).endsWith("eb:SyncReply");
    assertThat(rows(asked)).isZero();
  }

  @Test
  void recognisesExpiredDuplicates() {
    SERVER.agree(Cpas.named("in-late").acknowledgingInResponse());
    String id = Messages.freshId();
    Instant later = Instant.now().plusSeconds(3600);
    String message =
        Messages.order("in-late", id, "<e:TimeToLive>" + later + "</e:TimeToLive>", "");
    Answer first = NOBODY.message(message);
    assertThat(first.status()).as(first.toString()).isEqualTo(200);
    String late = message.replace(later.toString(), Instant.now().minusSeconds(1).toString());
    assertThat(NOBODY.message(late).body()).isEqualTo(first.body());
    Answer other = NOBODY.message(late.replace(id, Messages.freshId()));
    assertThat(other.status()).isEqualTo(500);
    assertThat(error(other).code()).isEqualTo("TimeToLiveExpired");
  }

  @Test
  void refusesTimeToLiveOutsideCalendar() {
    SERVER.agree(Cpas.named("in-far").acknowledgingInResponse());
    for (String moment : List.of("+300000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z")) {
      String id = Messages.freshId();
      Answer answer =
          NOBODY.message(
              Messages.order("in-far", id, "<e:TimeToLive>" + moment + "</e:TimeToLive>", ""));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
      assertThat(error(answer).code()).as(answer.toString()).isEqualTo("ValueNotRecognized");
      assertThat(rows(id)).isZero();
    }
  }

  @Test
  void deletesMessageWithFarTimeToLive() {
    SERVER.agree(Cpas.named("in-9999").acknowledgingInResponse());
    String id = Messages.freshId();
    Answer answer =
        NOBODY.message(
            Messages.order("in-9999", id, "<e:TimeToLive>9999-12-31T23:59:59Z</e:TimeToLive>", ""));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(
            SERVER.count(
                "select count(*) from message where message_id = '"
                    + id
                    + "' and keep_until < now() + interval '401 days'"))
        .isEqualTo(1);
  }

  @Test
  void refusesTooLongMessageId() {
    SERVER.agree(Cpas.named("in-long").acknowledgingInResponse());
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      id.appendCodePoint(0x4e00 + i);
    }
    Answer answer = NOBODY.message(Messages.order("in-long", id.toString()));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
    assertThat(error(answer).code()).isEqualTo("ValueNotRecognized");
  }

  @Test
  void refusesTooLongConversationId() {
    SERVER.agree(Cpas.named("in-long-talk").acknowledgingInResponse());
    String longest = "t".repeat(1000);
    String order = Messages.order("in-long-talk", Messages.freshId());
    Answer taken = NOBODY.message(order.replace(">talk<", ">" + longest + "<"));
    assertThat(taken.status()).as(taken.toString()).isEqualTo(200);
    Answer refused = NOBODY.message(order.replace(">talk<", ">" + longest + "t<"));
    assertThat(error(refused).code()).isEqualTo("ValueNotRecognized");
    assertThat(error(refused).location()).endsWith("eb:ConversationId");
  }

  @Test
  void refusesMessageIdOfAnotherParty() {
    SERVER.agree(Cpas.named("in-mine").acknowledgingInResponse());
    SERVER.agree(Cpas.named("in-theirs").acknowledgingInResponse());
    String id = Messages.freshId();
    assertThat(NOBODY.message(Messages.order("in-mine", id)).status()).isEqualTo(200);
    Answer answer = NOBODY.message(Messages.order("in-theirs", id));
    assertThat(answer.status()).isEqualTo(500);
    assertThat(error(answer).code()).isEqualTo("Inconsistent");
    assertThat(rows(id)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no AckRequested         | always | plain    | Inconsistent       | eb:AckRequested
          AckRequested            | never  | reliable | Inconsistent       | eb:AckRequested
          no such action          | always | action   | ValueNotRecognized | eb:Action
          the other role          | always | role     | ValueNotRecognized | eb:To/eb:Role
          signed acknowledgment   | always | signed   | Inconsistent       | eb:AckRequested/@eb:signed
          acknowledged by another | always | next     | NotSupported       | eb:AckRequested/@soap:actor
          wrong service type      | always | type     | ValueNotRecognized | eb:Action
          reference elsewhere     | always | http     | MimeProblem        | eb:Manifest/eb:Reference
          dangling reference      | always | dangling | MimeProblem        | eb:Manifest/eb:Reference
          a status request        | always | body     | Inconsistent       | soap:Body
          """)
  void refusesMessagesThatContradictTheAgreement(
      String what, String reliable, String how, String code, String location) {
    String cpaId = "contradicts " + what;
    SERVER.agree(Cpas.named(cpaId).reliable(reliable));
    String id = Messages.freshId();
    String good = Messages.order(cpaId, id);
    String message =
        switch (how) {
          case "plain" -> Messages.bestEffortOrder(cpaId, id, "", "");
          case "action" -> good.replace(">order<", ">invoice<");
          case "role" -> good.replace("</e:To>", "<e:Role>A</e:Role></e:To>");
          case "signed" -> good.replace("e:signed=\"false\"", "e:signed=\"true\"");
          case "next" ->
              good.replace(
                  "e:signed", "S:actor=\"urn:oasis:names:tc:ebxml-msg:actor:nextMSH\" e:signed");
          case "type" -> good.replace("urn:services", "urn:other");
          case "http" -> Messages.order(cpaId, id, "", manifest("http://127.0.0.1/secret"));
          case "dangling" -> Messages.order(cpaId, id, "", manifest("cid:p@x"));
          case "body" ->
              Messages.order(
                  cpaId,
                  id,
                  "",
                  "<e:StatusRequest e:version='2.0'><e:RefToMessageId>m@x</e:RefToMessageId>"
                      + "</e:StatusRequest>");
          default -> good;
        };
    Answer answer = NOBODY.message(message);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
    assertThat(error(answer).code()).as(answer.toString()).isEqualTo(code);
    assertThat(error(answer).location()).contains(location);
    assertThat(rows(id)).isZero();
  }

  private static String manifest(String... hrefs) {
    StringBuilder manifest = new StringBuilder("<e:Manifest e:version=\"2.0\">");
    for (String href : hrefs) {
      manifest.append("<e:Reference xlink:type=\"simple\" xlink:href=\"" + href + "\"/>");
    }
    return manifest.append("</e:Manifest>").toString();
  }

  private static Answer related(String document, String... idsAndContents) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String root = "--b\r\nContent-Type: text/xml; charset=UTF-8\r\n\r\n" + document + "\r\n";
    body.writeBytes(root.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < idsAndContents.length; i += 2) {
      body.writeBytes(
          ("--b\r\nContent-ID: <%s>\r\nContent-Type: text/plain\r\n\r\n%s\r\n")
              .formatted(idsAndContents[i], idsAndContents[i + 1])
              .getBytes(StandardCharsets.UTF_8));
    }
    body.writeBytes("--b--\r\n".getBytes(StandardCharsets.UTF_8));
    return NOBODY.message("multipart/related; boundary=b", body.toByteArray());
  }

  @Test
  void listsPayloadsInManifestOrder() {
    SERVER.agree(Cpas.named("in-parts").acknowledgingInResponse());
    String id = Messages.freshId();
    String message = Messages.order("in-parts", id, "", manifest("cid:two%40x", "cid:one@x"));
    Answer answer = related(message, "one@x", "eins", "two@x", "zwei");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    EbmsClient client = SERVER.client();
    assertThat(client.get("/api/v1/inbox/" + id + "/payloads/1").body()).isEqualTo("zwei");
    assertThat(client.get("/api/v1/inbox/" + id + "/payloads/2").body()).isEqualTo("eins");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "text/*", "no type"})
  void handsOutPayloadWhoseContentTypeNoResponseCanHave(String contentType) {
    String cpaId = "in-type-" + contentType.length();
    SERVER.agree(Cpas.named(cpaId).acknowledgingInResponse());
    String id = Messages.freshId();
    String message =
        """
        --b
        Content-Type: text/xml; charset=UTF-8

        %s
        --b
        Content-ID: <one@x>
        Content-Type: %s

        eins
        --b--
        """
            .formatted(Messages.order(cpaId, id, "", manifest("cid:one@x")), contentType);
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    assertThat(NOBODY.message("multipart/related; boundary=b", body).status()).isEqualTo(200);
    Answer payload = SERVER.client().get("/api/v1/inbox/" + id + "/payloads/1");
    assertThat(payload.status()).as(payload.toString()).isEqualTo(200);
    assertThat(payload.header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(payload.body()).isEqualTo("eins");
  }

  @Test
  void refusesPartsOutsideTheManifest() {
    SERVER.agree(Cpas.named("in-more").acknowledgingInResponse());
    String id = Messages.freshId();
    Answer more =
        related(
            Messages.order("in-more", id, "", manifest("cid:one@x")), "one@x", "1", "two@x", "2");
    Answer none = related(Messages.order("in-more", id), "one@x", "1");
    Answer twice =
        related(
            Messages.order("in-more", id, "", manifest("cid:one@x", "cid:one@x")), "one@x", "1");
    assertThat(error(more).code()).isEqualTo("MimeProblem");
    assertThat(error(none).code()).isEqualTo("MimeProblem");
    assertThat(error(twice).code()).isEqualTo("Inconsistent");
    assertThat(rows(id)).isZero();
  }

  @Test
  void answersStatusRequestOfTheSender() {
    SERVER.agree(Cpas.named("in-status-a").synchronous().acknowledgingInResponse());
    SERVER.agree(Cpas.named("in-status-b").synchronous());
    String id = Messages.freshId();
    assertThat(status("in-status-a", id)).isEqualTo(MessageStatus.NOT_RECOGNIZED);
    NOBODY.message(Messages.order("in-status-a", id));
    assertThat(status("in-status-a", id)).isEqualTo(MessageStatus.RECEIVED);
    assertThat(status("in-status-b", id)).isEqualTo(MessageStatus.UNAUTHORIZED);
    SERVER.client().json("PUT", "/api/v1/inbox/" + id + "/processed", "");
    assertThat(status("in-status-a", id)).isEqualTo(MessageStatus.PROCESSED);
  }

  @Test
  void answersStatusRequestOfSenderThatNamesMoreOfItsIdentifiers() {
    String id = "<c:PartyId c:type=\"urn:osb:oin\">%s</c:PartyId>".formatted(Cpas.ALPHA);
    String both = id + "<c:PartyId c:type=\"urn:names\">alpha</c:PartyId>";
    String cpa = Cpas.named("in-status-ids").synchronous().acknowledgingInResponse().xml();
    Answer agreed = SERVER.client().xml("POST", "/api/v1/agreements", cpa.replace(id, both));
    assertThat(agreed.status()).as(agreed.toString()).isEqualTo(201);
    String message = Messages.freshId();
    NOBODY.message(Messages.order("in-status-ids", message));
    assertThat(
            status(
                statusRequest("in-status-ids", message)
                    .replace(id.replace("c:", "e:"), both.replace("c:", "e:"))))
        .isEqualTo(MessageStatus.RECEIVED);
  }

  private static MessageStatus status(String cpaId, String messageId) {
    return status(statusRequest(cpaId, messageId));
  }

  private static MessageStatus status(String request) {
    return ((Content.StatusResponse) NOBODY.message(request).envelope().content()).status();
  }

  private static String statusRequest(String cpaId, String messageId) {
    String body =
        "<e:StatusRequest e:version='2.0'><e:RefToMessageId>%s</e:RefToMessageId></e:StatusRequest>"
            .formatted(messageId);
    return Messages.signal(cpaId, Messages.freshId(), "StatusRequest", "", "", body);
  }

  @Test
  void answers503WhileDiskIsFull() throws IOException {
    SERVER.agree(Cpas.named("in-disk").acknowledgingInResponse());
    // The disk does not take what is larger than what is kept in memory.
    Files.delete(EbmsServer.SPOOL);
    String message = Messages.order("in-disk", Messages.freshId(), "", manifest("cid:p@x"));
    Answer answer = related(message, "p@x", "x".repeat(200_000));
    Files.createDirectory(EbmsServer.SPOOL);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
    assertThat(error(answer).code()).isEqualTo("DeliveryFailure");
    Answer again = related(message, "p@x", "x".repeat(200_000));
    assertThat(again.status()).as(again.toString()).isEqualTo(200);
    try (Stream<Path> files = Files.list(EbmsServer.SPOOL)) {
      assertThat(files).as("files have no name").isEmpty();
    }
  }
}
