package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxProcess;
import org.reprise.ldx.TestFeed;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** No source fills the heap of the service, whatever it answers; the others stay served. */
class SmallHeapIT {
  private static final int HEAP = 128;
  private static final String LONG = "http://long.test/" + "\u0436".repeat(1_900);

  @TempDir private static Path home;
  private static LdxProcess process;
  private static LdxClient client;
  private final TestFeed bad = TestFeed.start();
  private final TestFeed good = TestFeed.start();

  @BeforeAll
  static void start() {
    process =
        LdxProcess.startWithHeap(
            HEAP,
            TestDatabase.freshDatabase(),
            home.resolve("service.log"),
            "--reprise.ldx.fetch.timeout=5m",
            "--reprise.ldx.fetch.max-feed-document=4MB",
            "--reprise.ldx.fetch.max-artifact=1MB");
    client = process.client();
  }

  @AfterAll
  static void stop() {
    process.close();
  }

  @AfterEach
  void remove() {
    bad.close();
    good.close();
  }

  private void assertOthersAreServed() {
    good.event("Creation", good.store(1, "one", 1));
    client.awaitCurrent(client.add(good));
    assertThat(client.linksTo(TestFeed.requirement(1)))
        .contains(good.uri("/ccm/resource/1") + " implementsRequirement");
  }

  @Test
  void survivesDocumentInChunksOfOneByte() throws Exception {
    byte[] chunks = "1\r\n#\r\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAll(server, chunks));
      int id = client.add("http://127.0.0.1:%d/trs".formatted(server.getLocalPort()), 3_600);
      JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
      assertThat(source.path("failure").asString("")).contains("names no base");
    }
    assertOthersAreServed();
  }

  private static void answerAll(ServerSocket server, byte[] chunks) {
    while (true) {
      try (Socket connection = server.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
        while (!in.readLine().isEmpty()) {
          // to the end of the head
        }
        OutputStream out = connection.getOutputStream();
        out.write(
            "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\nTransfer-Encoding: chunked\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        for (int n = 0; n < 400; n++) {
          out.write(chunks);
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  @Test
  void receivesFewLongArtifactsAtOnce() {
    int threads = 16;
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int item = 1; item <= 400; item++) {
      String uri = bad.store(item, "one", 4);
      String statement =
          "<%s> <%s> <%s> . #".formatted(uri, TestFeed.IMPLEMENTS, TestFeed.requirement(4));
      bad.fault(
          "/ccm/resource/" + item,
          exchange -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            // Time for more, where there are more.
            TestFeed.pause(100);
            open.decrementAndGet();
            TestFeed.turtle(statement + "\u0436".repeat(500_000)).answer(exchange);
          });
    }
    // Each page is a batch of one thread.
    bad.sizes(25, 4).rebase();
    client.awaitCurrent(client.addWithThreads(bad, threads));
    // A sixteenth of the heap, each of 1 MB, and the first request of each thread.
    assertThat(most.get()).isLessThanOrEqualTo(HEAP / 16 + threads);
    assertThat(client.linksTo(TestFeed.requirement(4))).hasSize(400);
    assertOthersAreServed();
  }

  /** The documents are short: a prefix stands for most of a URI. */
  @Test
  void survivesLogWithLongUris() {
    int segments = 110;
    int events = 250;
    String changed = bad.store(1, "one", 2);
    bad.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (path.equals("/trs")) {
            String head =
                "<%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <#l> . "
                    .formatted(bad.trs(), bad.uri("/trs/base"));
            log(head, segments, events, changed).answer(exchange);
          } else if (path.startsWith("/log/")) {
            log("", Integer.parseInt(path.substring(5)), events, changed).answer(exchange);
          } else {
            bad.answer(exchange, path);
          }
        });
    int id = client.add(bad);
    client.awaitCurrent(id);
    assertThat(client.source(id).path("syncOrder").asInt()).isEqualTo(segments * events);
    assertThat(client.linksTo(TestFeed.requirement(2))).hasSize(1);
    assertOthersAreServed();
  }

  private TestFeed.Fault log(String head, int segment, int events, String changed) {
    StringBuilder text = new StringBuilder("@prefix e: <%s/> . ".formatted(LONG)).append(head);
    text.append("<#l> a trs:ChangeLog .\n");
    if (segment > 1) {
      text.append("<#l> trs:previous <%s> .\n".formatted(bad.uri("/log/" + (segment - 1))));
    }
    for (int order = (segment - 1) * events + 1; order <= segment * events; order++) {
      text.append(
          "<#l> trs:change e:%1$d . e:%1$d a trs:Modification ; trs:changed <%2$s> ; trs:order %1$d .\n"
              .formatted(order, changed));
    }
    return TestFeed.turtle(text.toString());
  }

  @Test
  void survivesArtifactsWithManyLongLinks() {
    for (int item = 1; item <= 200; item++) {
      String path = "/ccm/resource/" + item;
      bad.store(item, "item", 3);
      int first = item * 1_000;
      bad.fault(
          path,
          exchange ->
              TestFeed.turtle(
                      "@prefix l: <%s/> . <%s> <%s> <%s>, "
                              .formatted(
                                  LONG, bad.uri(path), TestFeed.IMPLEMENTS, TestFeed.requirement(3))
                          + list("l:", first, 400)
                          + " .")
                  .answer(exchange));
    }
    bad.sizes(1_000, 4).rebase();
    int id = client.add(bad);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(3))).hasSize(200);
    assertOthersAreServed();
  }

  private static String list(String prefix, int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(n -> prefix + n)
        .collect(Collectors.joining(", "));
  }

  @Test
  void refusesPageWhoseUrisAreFarLongerThanItsText() {
    bad.fault("/trs/base", this::hugePage);
    int id = client.add(bad);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("characters");
    assertOthersAreServed();
  }

  private void hugePage(HttpExchange exchange) throws IOException {
    TestFeed.turtle(
            "@prefix m: <%s/> . <%2$s> a trs:Base . <%2$s> ldp:member "
                    .formatted(LONG, bad.uri("/trs/base"))
                + list("m:", 0, 49_000)
                + " .")
        .answer(exchange);
  }
}
