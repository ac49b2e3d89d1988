package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.load.ebms.BadInputBench.Row;

class BadInputBenchTest {
  private static final String REPORT = "<eb:Error eb:errorCode=\"OtherXml\"/>";
  private static final String PING =
      new String(
          EbmsPingTest.FLOW.message("0-1-2-3@example.org".repeat(2)), StandardCharsets.UTF_8);

  @Test
  void whoTakesEverythingIsFoundOut() throws Exception {
    try (var server = new Answering("HTTP/1.1 204 \r\n\r\n", true)) {
      List<Row> rows = rows(server);
      assertThat(rows.getFirst().fault()).isNull();
      assertThat(rows.getLast().fault()).isNull();
      assertThat(rows.subList(1, rows.size() - 1))
          .hasSameSizeAs(BadInput.all(PING))
          .allSatisfy(row -> assertThat(row.fault()).contains(row.name(), "was 204"));
    }
  }

  @Test
  void aRefusalWithoutAnErrorListIsFoundOut() throws Exception {
    try (var server = new Answering("HTTP/1.1 400 \r\n\r\n", true)) {
      assertThat(rows(server)).extracting(Row::fault).doesNotContainNull();
    }
    try (var server = new Answering("HTTP/1.1 400 \r\n\r\n" + REPORT, true)) {
      Row deep =
          rows(server).stream()
              .filter(row -> row.name().contains("deep"))
              .findFirst()
              .orElseThrow();
      assertThat(deep.fault()).isNull();
      assertThat(deep.status()).isEqualTo(400);
      assertThat(deep.sent()).isPositive();
      assertThat(deep.meanMs()).isPositive();
    }
  }

  @Test
  void anAnswerCountsThoughNotAllWasTaken() throws Exception {
    BadInput huge =
        BadInput.all(PING).stream()
            .filter(bad -> bad.name().startsWith("64 MB"))
            .findFirst()
            .orElseThrow();
    try (var server = new Answering("HTTP/1.1 413 \r\n\r\n" + REPORT, false)) {
      var answer = new SinglePost(server.uri()).send(huge.head(), huge.body());
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.text()).contains("errorCode");
    }
  }

  @Test
  void nothingAnsweredIsNoStatus() throws Exception {
    try (var server = new Answering("", true)) {
      var answer = new SinglePost(server.uri()).send(List.of("Content-Length: 0"), new byte[0]);
      assertThat(answer.status()).isZero();
    }
  }

  @Test
  void theInputsAreWhatTheirNamesSay() {
    assertThat(count("20,000 elements deep", "<d>")).isEqualTo(20_000);
    assertThat(count("10,000 attributes", "=''")).isEqualTo(10_000);
    assertThat(count("10,000 namespaces", "xmlns:n")).isEqualTo(10_000);
    assertThat(count("100,000 elements", "<x/>")).isEqualTo(100_000);
    assertThat(count("10,000 parts", "Content-ID: <p")).isEqualTo(10_000);
    assertThat(count("entities that double 29 times", "<!ENTITY")).isEqualTo(30);
    assertThat(input("a payload of 33 MB, chunked").body()).hasSizeGreaterThan(33 * 1024 * 1024);
    assertThat(BadInput.all(PING))
        .extracting(BadInput::name)
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(12);
  }

  private static BadInput input(String name) {
    return BadInput.all(PING).stream()
        .filter(bad -> bad.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static int count(String name, String what) {
    return new String(input(name).body(), StandardCharsets.UTF_8).split(what, -1).length - 1;
  }

  private static List<Row> rows(Answering server) throws IOException {
    List<String> heard = new ArrayList<>();
    List<Row> rows =
        new BadInputBench(server.uri(), Optional.empty(), 1)
            .rows(EbmsPingTest.FLOW, "example.org", heard::add);
    assertThat(Set.copyOf(heard)).hasSize(rows.size() - 1);
    return rows;
  }

  /** Answers each connection the same, after it has read all of it or at once. */
  private static final class Answering implements AutoCloseable {
    private final ServerSocket server;
    private final Thread thread;

    Answering(String answer, boolean readAll) throws IOException {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      thread = Thread.ofVirtual().start(() -> serve(answer, readAll));
    }

    private void serve(String answer, boolean readAll) {
      while (!server.isClosed()) {
        try (var socket = server.accept()) {
          if (readAll) {
            socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
          }
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
          // The server was closed, or a client went away: the test looks at the other side.
          continue;
        }
      }
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/ebms");
    }

    @Override
    public void close() throws Exception {
      server.close();
      thread.join();
    }
  }
}
