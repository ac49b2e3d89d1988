package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.envelope.MessageHeader;

/**
 * Agreements and messages of another message handler, as they were captured. They are not part of
 * the repository: the system property {@code reprise.captures} or the environment variable {@code
 * REPRISE_CAPTURES} names their folder; without it, it is looked for beside the repository.
 */
class CapturesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Pattern ENVELOPE =
      Pattern.compile("<soap:Envelope.*?</soap:Envelope>", Pattern.DOTALL);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Path folder;

  private static final EbmsServer SERVER = EbmsServer.shared();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Partner asker;

  @BeforeAll
  static void importAgreements() throws IOException {
    folder = folder();
    Assumptions.assumeTrue(Files.isDirectory(folder), () -> "there are no captures in " + folder);
    asker = Partner.willing();
    for (Path agreement : files("cpa-", ".xml")) {
      String document =
          Files.readString(agreement).replace("http://127.0.0.1:18898/ebms", asker.endpoint());
      Answer answer = SERVER.client().xml("POST", "/api/v1/agreements", document);
      assertThat(answer.status()).as(agreement + " " + answer).isEqualTo(201);
    }
  }

  @AfterAll
  static void stop() {
    if (asker != null) {
      asker.close();
    }
  }

  private static Path folder() {
    String named =
        Optional.ofNullable(System.getProperty("reprise.captures"))
            .orElse(System.getenv("REPRISE_CAPTURES"));
    if (named != null) {
      return Path.of(named);
    }
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    return root.resolve("../shared/data/ebms").normalize();
  }

  private static List<Path> files(String start, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(start))
          .filter(file -> file.getFileName().toString().endsWith(end))
          .sorted()
          .toList();
    }
  }

  private static List<String> messages(String action) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path capture : files("p", "-wire.txt")) {
      Matcher envelopes = ENVELOPE.matcher(Files.readString(capture));
      envelopes
          .results()
          .map(MatchResult::group)
          .filter(envelope -> envelope.contains("<eb:Action>" + action + "<"))
          .forEach(found::add);
    }
    return found;
  }

  private static String value(String envelope, String element) {
    String start = "<eb:" + element + ">";
    int from = envelope.indexOf(start) + start.length();
    return envelope.substring(from, envelope.indexOf("</eb:" + element + ">", from));
  }

  @Test
  void acceptsCapturedAgreements() throws IOException {
    List<Path> agreements = files("cpa-", ".xml");
    assertThat(agreements).isNotEmpty();
    for (Path agreement : agreements) {
      Answer answer =
          SERVER.client().xml("POST", "/api/v1/agreements/validate", Files.readString(agreement));
      assertThat(answer.json().get("valid").asBoolean()).as(answer.toString()).isTrue();
    }
  }

  @Test
  void answersCapturedPings() throws IOException {
    List<String> pings = messages("Ping");
    assertThat(pings).hasSizeGreaterThanOrEqualTo(2);
    for (String ping : pings) {
      String id = value(ping, "MessageId");
      Answer answer =
          SERVER
              .client("", "")
              .message("text/xml; charset=UTF-8", ping.getBytes(StandardCharsets.UTF_8));
      MessageHeader pong;
      if (value(ping, "CPAId").endsWith(".sync")) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        pong = Objects.requireNonNull(answer.envelope().header());
      } else {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
        await().atMost(LIMIT).until(() -> asker.references().contains(id));
        pong = asker.received().getLast().header();
      }
      assertThat(pong.action()).isEqualTo("Pong");
      assertThat(pong.messageData().refToMessageId()).isEqualTo(id);
      assertThat(pong.conversationId()).isEqualTo(value(ping, "ConversationId"));
    }
  }

  @Test
  void answers204ToUnexpectedCapturedPongs() throws IOException {
    List<String> pongs = messages("Pong");
    assertThat(pongs).isNotEmpty();
    for (String pong : pongs) {
      Answer answer = SERVER.client("", "").message(pong);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
    }
  }
}
