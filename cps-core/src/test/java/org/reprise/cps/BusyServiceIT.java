package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.schema.YangSources;
import org.reprise.localstack.testing.TestDatabase;

/** What a service answers where memory for reads, YANG parsers or time are taken. */
class BusyServiceIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int MEGABYTE = 1024 * 1024;
  private static final String DATASPACE = "/cps/api/v2/dataspaces/d";
  private static final String YANG =
      "module notes { namespace urn:notes; prefix n;"
          + " list note { key id; leaf id { type string; } leaf text { type string; } } }";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsClient client;

  private int probes;

  @BeforeAll
  static void start() {
    server =
        CpsServer.start(
            TestDatabase.freshDatabase(),
            "--reprise.cps.read.max-size=12MB",
            "--reprise.cps.read.budget=11MB",
            "--reprise.cps.schema.parser-wait=1ms",
            "--reprise.max-request-bodies=39MB",
            "--reprise.database.lock-timeout=9min",
            "--reprise.database.statement-timeout=9min",
            "--reprise.database.transaction-timeout=10min",
            "--reprise.database.socket-timeout=600",
            "--reprise.cps.write.max-wait=9m");
    client = server.client();
    client.post("/cps/api/v2/dataspaces" + query("dataspace-name", "d"));
    upload("notes", YANG);
    notes("small", 1);
    notes("medium", 3 * MEGABYTE);
    notes("large", 10 * MEGABYTE);
    notes("huge", 13 * MEGABYTE);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer upload(String name, String yang) {
    return client.upload(
        DATASPACE + "/schema-sets" + query("schema-set-name", name),
        "m.yang",
        yang.getBytes(StandardCharsets.UTF_8));
  }

  private static void notes(String name, int length) {
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "notes", "anchor-name", name));
    Answer stored = client.json("POST", anchor("v2", "d", name) + "/nodes", notes(length));
    assertThat(stored.status()).as(stored.body()).isEqualTo(201);
  }

  private static String notes(int length) {
    int each = 50_000;
    String text = "x".repeat(Math.min(each, length));
    return IntStream.rangeClosed(0, length / each)
        .mapToObj(id -> "{\"id\":\"%d\",\"text\":\"%s\"}".formatted(id, text))
        .collect(Collectors.joining(",", "{\"note\":[", "]}"));
  }

  private static String node(String name) {
    return anchor("v2", "d", name) + "/node" + query("descendants", "all");
  }

  private static String notesOf(String name) {
    return anchor("v2", "d", name) + "/nodes/query" + query("cps-path", "//note");
  }

  private static String texts(String name) {
    return anchor("v2", "d", name) + "/nodes/query" + query("cps-path", "//note/@id");
  }

  // A caller that does not take its answer.
  private static Socket unread(String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4 * 1024);
    int port = URI.create(server.base()).getPort();
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String credentials = CpsServer.USERNAME + ":" + CpsServer.PASSWORD;
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\n\r\n"
            .formatted(
                path,
                Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return socket;
  }

  private static void isBusy(Answer answer, String details) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.response().headers().firstValue("Retry-After")).hasValue("5");
    assertThat(answer.json().get("status").asString()).startsWith("503");
    assertThat(answer.json().get("details").asString()).contains(details);
  }

  @Test
  void readsThatDoNotFitBesideOthersAreAnsweredLater() throws IOException {
    try (Socket reader = unread(node("large"))) {
      await().atMost(LIMIT).until(() -> server.bytesOfReads() > 10 * MEGABYTE);

      for (String read :
          List.of(
              node("medium"),
              node("large"),
              notesOf("medium"),
              DATASPACE + "/nodes/query" + query("cps-path", "//note[contains(@id,'7')]"),
              anchor("v2", "d", "medium")
                  + "/delta"
                  + query("target-anchor-name", "small", "descendants", "all"))) {
        isBusy(client.get(read), "fill the memory");
      }
      assertThat(client.get(node("small")).status()).isEqualTo(200);
      assertThat(client.get(texts("medium")).status()).isEqualTo(200);
      assertThat(reader.isClosed()).isFalse();
    }
    // Its caller left.
    await().atMost(LIMIT).until(() -> server.bytesOfReads() == 0);
    assertThat(client.get(node("medium")).status()).isEqualTo(200);
    assertThat(client.get(node("large")).status()).isEqualTo(200);
    await().atMost(LIMIT).until(() -> server.bytesOfReads() == 0);
  }

  @Test
  void aReadThatIsTooLargeIsRefusedAndTakesNothing() {
    for (String read : List.of(node("huge"), notesOf("huge"))) {
      Answer refused = client.get(read);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
      assertThat(refused.json().get("details").asString())
          .contains("12582912 bytes", "reprise.cps.read.max-size");
    }
    await().atMost(LIMIT).until(() -> server.bytesOfReads() == 0);
  }

  // There is room for the bodies of all that wait, and not for one more. Half of it is for those
  // that wait, and half of that for those that wait for one anchor.
  @Test
  void largeBodiesThatWaitForOneAnchorLeaveRoomForThoseToOthers() throws Exception {
    notes("locked", 1);
    notes("free", 1);
    String body = notes(1_999_999);
    List<Future<Answer>> writes = new ArrayList<>();
    try (Connection locker = server.database().connect();
        Statement statement = locker.createStatement();
        ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      locker.setAutoCommit(false);
      statement.execute("select id from anchor where name = 'locked' for update");
      for (int i = 0; i < 20; i++) {
        writes.add(
            writers.submit(() -> client.json("PUT", anchor("v2", "d", "locked") + "/nodes", body)));
      }
      // Two are in the database, four or five wait: the lock's time-out is too long to end one.
      await().atMost(LIMIT).until(() -> answered(writes) >= 13);

      Answer free = client.json("PUT", anchor("v2", "d", "free") + "/nodes", body);
      assertThat(free.status()).as(free.toString()).isEqualTo(200);
      assertThat(client.get(node("locked")).status()).isEqualTo(200);
      locker.rollback();
      for (Future<Answer> write : writes) {
        if (write.get().status() != 200) {
          isBusy(write.get(), "locked");
        }
      }
      assertThat(writes.stream().filter(write -> write.resultNow().status() == 200))
          .hasSizeGreaterThanOrEqualTo(3);
    }
  }

  // What waits is counted as what it holds: 300 KB of the smallest entries are 19 MB of nodes,
  // twice as much as may wait for one anchor.
  @Test
  void refusesToWaitWithManyTinyEntries() throws Exception {
    notes("tiny", 1);
    String nodes = anchor("v2", "d", "tiny") + "/nodes";
    String body =
        IntStream.range(0, 25_000)
            .mapToObj(id -> "{\"id\":\"%s\"}".formatted(Integer.toString(id, 36)))
            .collect(Collectors.joining(",", "{\"note\":[", "]}"));
    List<Future<Answer>> writes = new ArrayList<>();
    try (Connection locker = server.database().connect();
        Statement statement = locker.createStatement();
        ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      locker.setAutoCommit(false);
      statement.execute("select id from anchor where name = 'tiny' for update");
      for (int i = 0; i < 4; i++) {
        writes.add(writers.submit(() -> client.json("PUT", nodes, body)));
      }
      // Two are in the database, one waits alone.
      await().atMost(LIMIT).until(() -> answered(writes) >= 1);
      locker.rollback();
      for (Future<Answer> write : writes) {
        if (write.get().status() != 200) {
          isBusy(write.get(), "with as much data as may wait");
        }
      }
    }
    assertThat(client.json("PUT", nodes, body).status()).isEqualTo(200);
  }

  private static long answered(List<Future<Answer>> writes) {
    return writes.stream().filter(Future::isDone).count();
  }

  private static YangSources largeModule(String name) {
    String text =
        IntStream.range(0, 30_000)
            .mapToObj("leaf l%d { type string; }"::formatted)
            .collect(
                Collectors.joining(
                    "\n",
                    "module %1$s { namespace urn:%1$s; prefix p; container c { ".formatted(name),
                    "} }"));
    return new YangSources(Map.of(name + ".yang", text));
  }

  // Parses one large module after the other.
  private static void keepParsing(AtomicBoolean enough) {
    while (!enough.get()) {
      try {
        server.store().schemaSets().parse(largeModule(CpsServer.freshName("large")));
      } catch (Busy e) {
        // The other thread and an upload were faster.
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void schemaSetsAreParsedLaterWhereAllParsersAreAtWork() {
    String yang = "module later { namespace urn:l; prefix l; }";
    AtomicBoolean enough = new AtomicBoolean();
    // Threads of their own: those of requests are no more than processors.
    try (ExecutorService parsers = Executors.newFixedThreadPool(2)) {
      parsers.execute(() -> keepParsing(enough));
      parsers.execute(() -> keepParsing(enough));
      AtomicReference<Answer> answer = new AtomicReference<>();
      try {
        await()
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> {
              answer.set(
                  upload(CpsServer.freshName("probe"), yang.replace("later", "m" + ++probes)));
              return answer.get().status() != 201;
            });
      } finally {
        enough.set(true);
      }
      isBusy(answer.get(), "being parsed");
    }
    assertThat(upload("later", yang).status()).isEqualTo(201);
  }

  @Test
  void aValueThatTakesTooLongToMatchIsRefused() {
    upload(
        "slow",
        "module slow { namespace urn:slow; prefix s; container c { leaf b { type string { pattern"
            + " '((a+)+)+x'; } } } }");
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "slow", "anchor-name", "slow"));
    String body = "{\"c\":{\"b\":\"" + "a".repeat(60) + "!\"}}";

    Answer refused = client.json("POST", anchor("v2", "d", "slow") + "/nodes", body);

    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(refused.json().get("details").asString())
        .isEqualTo(
            "It takes too long to match a value of /c/b, of 61 characters, against its pattern.");
  }
}
