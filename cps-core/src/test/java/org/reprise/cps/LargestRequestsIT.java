package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** The service with the heap that it is shipped with, and bodies and reads as large as may be. */
class LargestRequestsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
  private static final int CALLERS = 8;
  private static final String DATASPACE = "/cps/api/v2/dataspaces/d";
  private static final int MAX_BODY = 32 * 1024 * 1024;
  private static final String YANG =
      "module notes { namespace urn:notes; prefix n;"
          + " list note { key id; leaf id { type string; } leaf text { type string; } } }";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Path output;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Process process;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsClient client;

  private static Process start(Database database, Path output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CpsCoreApplication.class.getName(),
            "--server.port=0",
            "--logging.level.root=info",
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.username(),
            "--spring.datasource.password=" + database.password(),
            "--reprise.security.username=" + CpsServer.USERNAME,
            "--reprise.security.password=" + CpsServer.HASHED_PASSWORD,
            // The size of requests counts here, not how long a slow machine takes.
            "--reprise.database.lock-timeout=20min",
            "--reprise.database.statement-timeout=20min",
            "--reprise.database.transaction-timeout=30min",
            "--reprise.database.socket-timeout=1800",
            "--reprise.cps.write.max-wait=20m")
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private static String port(Path output) {
    try {
      Matcher line = PORT.matcher(Files.readString(output));
      return line.find() ? line.group(1) : "";
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As many entries with as much text each as make a body of the longest length. */
  private static String notes(int textLength) {
    return notes("", textLength, MAX_BODY);
  }

  private static String notes(String prefix, int textLength, int length) {
    StringBuilder body = new StringBuilder("{\"notes:note\":[");
    String text = "x".repeat(textLength);
    for (int id = 0; body.length() < length - textLength - 100; id++) {
      body.append(id == 0 ? "" : ",")
          .append("{\"id\":\"")
          .append(prefix)
          .append(id)
          .append("\",\"text\":\"")
          .append(text)
          .append("\"}");
    }
    return body.append("]}").toString();
  }

  /** As many entries as make a body of the longest length, each as short as it can be. */
  private static String tinyEntries(String before, String entry, String separator, String after) {
    StringBuilder body = new StringBuilder(before);
    for (int id = 0; body.length() < MAX_BODY - 100; id++) {
      body.append(id == 0 ? "" : separator).append(entry.formatted(Integer.toString(id, 36)));
    }
    return body.append(after).toString();
  }

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    output = directory.resolve("output");
    process = start(TestDatabase.freshDatabase(), output);
    await().atMost(LIMIT).until(() -> !process.isAlive() || !port(output).isEmpty());
    client =
        new CpsClient("http://127.0.0.1:" + port(output), CpsServer.USERNAME, CpsServer.PASSWORD);
    client.post("/cps/api/v2/dataspaces" + query("dataspace-name", "d"));
    client.upload(
        DATASPACE + "/schema-sets" + query("schema-set-name", "notes"),
        "notes.yang",
        YANG.getBytes(StandardCharsets.UTF_8));
  }

  @AfterAll
  static void stop() {
    process.destroyForcibly().onExit().join();
  }

  private static String nodes(String name) {
    Answer made =
        client.post(
            DATASPACE + "/anchors" + query("schema-set-name", "notes", "anchor-name", name));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return anchor("v2", "d", name) + "/nodes";
  }

  @Test
  void storesOrPostponesManyLargeBodies() throws Exception {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      paths.add(nodes("a" + i));
    }
    String body = notes(2_000);
    List<Future<Answer>> answers = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String path : paths) {
        answers.add(callers.submit(() -> client.json("POST", path, body)));
      }
    }
    List<Integer> statuses = new ArrayList<>();
    for (Future<Answer> answer : answers) {
      statuses.add(answer.get().status());
    }
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(statuses).contains(201).allMatch(status -> status == 201 || status == 503);
    // What was postponed is stored when there is room again.
    int postponed = statuses.indexOf(503);
    if (postponed >= 0) {
      assertThat(client.json("POST", paths.get(postponed), body).status()).isEqualTo(201);
    }
  }

  @Test
  void answersOrPostponesManyLargestReads() throws Exception {
    String nodes = nodes("read");
    assertThat(client.json("POST", nodes, notes(1_000)).status()).isEqualTo(201);
    assertThat(client.json("POST", nodes, notes("more", 1_000, 4 * 1024 * 1024)).status())
        .isEqualTo(201);
    String read = anchor("v2", "d", "read") + "/node" + query("descendants", "all");
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        String accept = i % 2 == 0 ? "application/json" : "application/xml";
        answers.add(callers.submit(() -> client.status(read, "Accept", accept)));
      }
    }
    List<Integer> statuses = new ArrayList<>();
    for (Future<Integer> answer : answers) {
      statuses.add(answer.get());
    }
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(statuses).contains(200).allMatch(status -> status == 200 || status == 503);
    assertThat(client.status(read)).isEqualTo(200);
  }

  @Test
  void refusesPayloadsOfTooManyTinyEntries() throws IOException {
    String json = tinyEntries("{\"notes:note\":[", "{\"id\":\"%s\"}", ",", "]}");
    assertTooMany(client.json("POST", nodes("json"), json));

    String xml =
        tinyEntries(
            "<data xmlns='urn:ietf:params:xml:ns:yang:ietf-restconf' xmlns:n='urn:notes'>",
            "<n:note><n:id>%s</n:id></n:note>",
            "",
            "</data>");
    assertTooMany(client.xml("POST", nodes("xml"), xml));
  }

  private static final String BOXES =
      """
      module boxes { namespace urn:boxes; prefix b;
        list box { key id; leaf id { type string; }
          leaf-list label { type leafref { path "../item/id"; } }
          list item { key id; leaf id { type string; }
            choice kind { %s } } } }
      """
          .formatted(
              IntStream.range(0, 1_000)
                  .mapToObj("leaf k%d { type string; }"::formatted)
                  .collect(Collectors.joining(" ")));

  private static String boxes(String id, String member, String entry, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> entry.formatted(Integer.toString(i, 36)))
        .collect(
            Collectors.joining(
                ",", "{\"boxes:box\":[{\"id\":\"%s\",\"%s\":[".formatted(id, member), "]}]}"));
  }

  @Test
  void refusesPayloadsThatTakeMuchMoreThanTheirText() throws IOException {
    assertThat(uploadZip("boxes", zip("boxes.yang", BOXES)).status()).isEqualTo(201);
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "boxes", "anchor-name", "boxes"));
    String nodes = anchor("v2", "d", "boxes") + "/nodes";
    String longKey = "k".repeat(2_400);

    // The xpath of each entry holds the key above it.
    assertTooMany(client.json("POST", nodes, boxes(longKey, "item", "{\"id\":\"%s\"}", 240_000)));
    // What is looked for has the key, too.
    assertRefused(
        client.json("POST", nodes, boxes(longKey, "label", "\"%s\"", 400_000)), "refers to '0'");
    // Each entry excludes 999 other leafs.
    assertTooMany(
        client.json("PATCH", nodes, boxes("a", "item", "{\"id\":\"%s\",\"k0\":\"x\"}", 100_000)));
  }

  @Test
  void refusesXmlThatIsMuchLongerThanItsData() throws IOException {
    String name = "l".repeat(250);
    String yang =
        "module lists { namespace urn:lists; prefix l; container c { leaf-list %s { type string; } } }"
            .formatted(name);
    assertThat(uploadZip("lists", zip("lists.yang", yang)).status()).isEqualTo(201);
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "lists", "anchor-name", "lists"));
    String anchor = anchor("v2", "d", "lists");
    String values =
        IntStream.range(0, 400_000)
            .mapToObj(i -> "\"%s\"".formatted(Integer.toString(i, 36)))
            .collect(Collectors.joining(",", "{\"lists:c\":{\"%s\":[".formatted(name), "]}}"));
    assertThat(client.json("POST", anchor + "/nodes", values).status()).isEqualTo(201);
    String read = anchor + "/node" + query("xpath", "/c");

    assertRefused(client.get(read, "Accept", "application/xml"), "JSON instead of XML");
    assertThat(client.get(read).status()).isEqualTo(200);
  }

  @Test
  void refusesJsonWhoseModuleNamesAreMuchLongerThanItsData() throws IOException {
    String module = "m".repeat(250);
    String leafs =
        IntStream.range(0, 240)
            .mapToObj("leaf l%d { type uint8; }"::formatted)
            .collect(Collectors.joining(" "));
    byte[] zip =
        zip(
            Map.of(
                "crates.yang",
                "module crates { namespace urn:crates; prefix c; list crate { key id; leaf id {"
                    + " type string; } } }",
                module + ".yang",
                "module %s { namespace urn:more; prefix m; import crates { prefix c; } augment /c:crate { %s } }"
                    .formatted(module, leafs)));
    assertThat(uploadZip("crates", zip).status()).isEqualTo(201);
    client.post(
        DATASPACE + "/anchors" + query("schema-set-name", "crates", "anchor-name", "crates"));
    String values =
        IntStream.range(0, 240).mapToObj("\"l%d\":1"::formatted).collect(Collectors.joining(","));
    String body =
        IntStream.range(0, 1_000)
            .mapToObj(id -> "{\"id\":\"%d\",%s}".formatted(id, values))
            .collect(Collectors.joining(",", "{\"crates:crate\":[", "]}"));
    assertThat(client.json("POST", anchor("v2", "d", "crates") + "/nodes", body).status())
        .isEqualTo(201);

    assertThat(client.status(anchor("v3", "d", "crates") + "/node")).isEqualTo(400);
    assertThat(client.status(anchor("v2", "d", "crates") + "/node")).isEqualTo(200);
  }

  private static void assertTooMany(Answer answer) throws IOException {
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("send it in parts");
  }

  @Test
  void refusesReportsAndQueriesOfTooManyValues() throws IOException {
    nodes("report");
    String apply = anchor("v2", "d", "report") + "/applyChangesInDeltaReport";
    String query = anchor("v2", "d", "report") + "/nodes/query";

    assertRefused(client.json("POST", apply, repeated("[", "{}", ",", "]")), "send it in parts");
    assertRefused(
        client.xml("POST", apply, repeated("<deltaReports>", "<a/>", "", "</deltaReports>")),
        "send it in parts");
    assertRefused(
        client.json(
            "POST", query, repeated("{\"cpsPath\":\"/a\",\"conditions\":[", "[]", ",", "]}")),
        "more than");
  }

  @Test
  void refusesModulesOfTooManyStatementsAndStrings() throws IOException {
    for (String body :
        List.of(
            repeated("module m { ", "a;", "", "}"),
            repeated("module m { a ", "\"\"", "+", "; }"),
            repeated(
                "module m { namespace urn:m; prefix m; ",
                "must \"" + "a/".repeat(490) + "a\";",
                "",
                "}"),
            repeated("module m { ", "/**/", " ", "}"))) {
      Answer answer =
          client.upload(
              DATASPACE + "/schema-sets" + query("schema-set-name", "many"),
              "m.yang",
              body.getBytes(StandardCharsets.UTF_8));
      assertRefused(answer, "are accepted");
    }
  }

  /** Sends requests at once; the answers in their order. */
  private static List<Answer> atOnce(List<Callable<Answer>> requests) throws Exception {
    List<Answer> answers = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Answer> answer : callers.invokeAll(requests)) {
        answers.add(answer.get());
      }
    }
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(client.get("/actuator/health").status()).isEqualTo(200);
    return answers;
  }

  /** Some requests were carried out; the others found no room, and are to come back. */
  private static void assertDoneOrPostponed(List<Answer> answers, int done) {
    assertThat(answers)
        .anyMatch(answer -> answer.status() == done)
        .allSatisfy(answer -> {
          if (answer.status() != done) {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
            assertThat(answer.response().headers().firstValue("Retry-After")).isPresent();
          }
        });
  }

  private static byte[] zip(String name, String text) throws IOException {
    return zip(Map.of(name, text));
  }

  private static byte[] zip(Map<String, String> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static Answer uploadZip(String name, byte[] zip) {
    return client.upload(DATASPACE + "/schema-sets" + query("schema-set-name", name), "m.zip", zip);
  }

  @Test
  void storesOrPostponesArchivesThatUnpackToMuch() throws Exception {
    String text = "x".repeat(MAX_BODY - 1_000);
    List<Callable<Answer>> uploads = new ArrayList<>();
    byte[] last = {};
    for (int i = 0; i < 6; i++) {
      String name = "large" + i;
      byte[] zip =
          zip(
              "m.yang",
              "module m { namespace urn:m%d; prefix m; description '%s'; container c; }"
                  .formatted(i, text));
      assertThat(zip).hasSizeLessThan(40_000);
      uploads.add(() -> uploadZip(name, zip));
      last = zip;
    }

    assertDoneOrPostponed(atOnce(uploads), 201);

    assertThat(uploadZip("afterwards", last).status()).isEqualTo(201);
    assertStoresNode("afterwards-node");
  }

  private static void assertStoresNode(String anchor) {
    String body = "{\"notes:note\":[{\"id\":\"1\",\"text\":\"x\"}]}";
    assertThat(client.json("POST", nodes(anchor), body).status()).isEqualTo(201);
  }

  @Test
  void storesOrPostponesManyPayloadsOfTinyEntries() throws Exception {
    String body =
        IntStream.range(0, 250_000)
            .mapToObj(id -> "{\"id\":\"%s\"}".formatted(Integer.toString(id, 36)))
            .collect(Collectors.joining(",", "{\"notes:note\":[", "]}"));
    List<Callable<Answer>> posts = new ArrayList<>();
    List<Callable<Answer>> puts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String nodes = nodes("tiny" + i);
      posts.add(() -> client.json("POST", nodes, body));
    }
    String shared = nodes("shared");
    for (int i = 0; i < 6; i++) {
      puts.add(() -> client.json("PUT", shared, body));
    }

    assertDoneOrPostponed(atOnce(posts), 201);
    assertDoneOrPostponed(atOnce(puts), 200);

    assertThat(client.json("PUT", shared, body).status()).isEqualTo(200);
    Answer sameList =
        client.json("PUT", anchor("v2", "d", "shared") + "/list-nodes" + query("xpath", "/"), body);
    assertThat(sameList.status()).as(sameList.toString()).isEqualTo(200);
    assertStoresNode("after-tiny");
  }

  @Test
  void storesOrPostponesLargestUploadsBesideLargestPayloads() throws Exception {
    String entries =
        IntStream.range(0, 250_000)
            .mapToObj(id -> "{\"id\":\"%s\"}".formatted(Integer.toString(id, 36)))
            .collect(Collectors.joining(",", "{\"notes:note\":[", "]}"));
    String text = "x".repeat(MAX_BODY - 1_000);
    List<Callable<Answer>> requests = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = "beside" + i;
      String nodes = nodes(name);
      byte[] zip =
          zip(
              "m.yang",
              "module m { namespace urn:beside%d; prefix m; description '%s'; container c; }"
                  .formatted(i, text));
      requests.add(() -> uploadZip(name, zip));
      requests.add(() -> client.json("POST", nodes, entries));
    }

    List<Answer> answers = atOnce(requests);

    for (String kind : List.of("/schema-sets", "/nodes")) {
      assertDoneOrPostponed(
          answers.stream()
              .filter(answer -> answer.response().uri().getPath().endsWith(kind))
              .toList(),
          201);
    }
    assertStoresNode("after-both");
  }

  @Test
  void appliesOrPostponesManyReportsOfTinyEntries() throws Exception {
    String entries =
        IntStream.range(0, 250_000)
            .mapToObj(id -> "{\"id\":\"%s\"}".formatted(Integer.toString(id, 36)))
            .collect(Collectors.joining(","));
    String report =
        "[{\"action\":\"create\",\"xpath\":\"/\",\"targetData\":{\"notes:note\":[%s]}}]"
            .formatted(entries);
    List<Callable<Answer>> reports = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      nodes("report" + i);
      String apply = anchor("v2", "d", "report" + i) + "/applyChangesInDeltaReport";
      reports.add(() -> client.json("POST", apply, report));
    }

    assertDoneOrPostponed(atOnce(reports), 201);
    assertStoresNode("after-reports");
  }

  @Test
  void storesEntriesOfManyCasesOfAChoice() throws IOException {
    int cases = 12_000;
    String choice =
        IntStream.range(0, cases)
            .mapToObj("leaf c%d { type string; }"::formatted)
            .collect(Collectors.joining(" "));
    String yang =
        "module m { namespace urn:m; prefix m; list i { key k; leaf k { type string; } choice c { %s } } }"
            .formatted(choice);
    client.upload(
        DATASPACE + "/schema-sets" + query("schema-set-name", "cases"),
        "m.yang",
        yang.getBytes(StandardCharsets.UTF_8));
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "cases", "anchor-name", "cases"));
    String entries =
        IntStream.range(0, cases)
            .mapToObj("{\"k\":\"%1$d\",\"c%1$d\":\"x\"}"::formatted)
            .collect(Collectors.joining(",", "{\"m:i\":[", "]}"));

    Answer answer = client.json("POST", anchor("v2", "d", "cases") + "/nodes", entries);

    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
  }

  @Test
  void refusesChangesThatManyLeafrefsInManyEntriesReferTo() throws IOException {
    String leafrefs =
        IntStream.range(0, 2_000)
            .mapToObj("leaf r%d { type leafref { path '../../v'; } }"::formatted)
            .collect(Collectors.joining(" "));
    String yang =
        "module r { namespace urn:r; prefix r; list i { key k; leaf k { type string; } leaf v { type string; } container c { %s } } }"
            .formatted(leafrefs);
    client.upload(
        DATASPACE + "/schema-sets" + query("schema-set-name", "leafrefs"),
        "r.yang",
        yang.getBytes(StandardCharsets.UTF_8));
    client.post(
        DATASPACE + "/anchors" + query("schema-set-name", "leafrefs", "anchor-name", "leafrefs"));
    String nodes = anchor("v2", "d", "leafrefs") + "/nodes";
    String entries =
        IntStream.range(0, 3_000)
            .mapToObj("{\"k\":\"%d\",\"v\":\"x\"}"::formatted)
            .collect(Collectors.joining(",", "{\"r:i\":[", "]}"));
    assertThat(client.json("POST", nodes, entries).status()).isEqualTo(201);

    assertRefused(client.json("PATCH", nodes, entries.replace("x", "y")), "send it in parts");

    String one = "{\"r:i\":[{\"k\":\"7\",\"v\":\"y\"}]}";
    assertThat(client.json("PATCH", nodes, one).status()).isEqualTo(200);
  }

  @Test
  void refusesQueriesWhoseStatementsAreTooLong() throws Exception {
    String yang =
        IntStream.range(0, 1_000)
            .mapToObj(
                "container c%d { container y { container x { leaf a { type string; } } } }"
                    ::formatted)
            .collect(Collectors.joining(" ", "module many { namespace urn:many; prefix m; ", " }"));
    assertThat(uploadZip("many", zip("many.yang", yang)).status()).isEqualTo(201);
    client.post(DATASPACE + "/anchors" + query("schema-set-name", "many", "anchor-name", "many"));
    String many = anchor("v2", "d", "many");
    String body = "{\"many:c7\":{\"y\":{\"x\":{\"a\":\"1\"}}}}";
    assertThat(client.json("POST", many + "/nodes", body).status()).isEqualTo(201);

    for (String condition : List.of("@a=1", "@a='1'", "@a<'1'")) {
      String path =
          IntStream.range(0, 2_900 / (condition.length() + 4))
              .mapToObj(i -> condition)
              .collect(Collectors.joining(" or ", "//x[", "]/ancestor::y"));
      Callable<Answer> get = () -> client.get(many + "/nodes/query" + query("cps-path", path));
      List<Answer> answers = atOnce(Collections.nCopies(CALLERS, get));

      assertThat(answers)
          .allSatisfy(answer -> assertThat(answer.status()).as(answer.toString()).isIn(400, 503))
          .anySatisfy(answer -> assertRefused(answer, "name more of the steps"));
    }
    Answer found = client.get(many + "/nodes/query" + query("cps-path", "//x[@a='1']/ancestor::y"));
    assertThat(found.status()).as(found.toString()).isEqualTo(200);
    assertThat(found.body()).isEqualTo("[{\"m:y\":{}}]");
  }

  @Test
  void answersCombinedQueriesOfManyConditions() throws Exception {
    String entries =
        IntStream.range(0, 150_000)
            .mapToObj(id -> "{\"id\":\"%s\"}".formatted(Integer.toString(id, 36)))
            .collect(Collectors.joining(",", "{\"notes:note\":[", "]}"));
    String nodes = nodes("combined");
    assertThat(client.json("POST", nodes, entries).status()).isEqualTo(201);
    String note = "{\"cpsPath\":\"//note\"}";
    String inner =
        "{\"cpsPath\":\"//note\",\"operator\":\"or\",\"conditions\":[%s]}".formatted(note);
    String combined =
        "{\"cpsPath\":\"//note\",\"conditions\":[{\"cpsPath\":\"//note[@id='a']\"},%s]}"
            .formatted(String.join(",", Collections.nCopies(49, inner)));
    Callable<Answer> post =
        () -> client.json("POST", anchor("v2", "d", "combined") + "/nodes/query", combined);

    assertDoneOrPostponed(atOnce(Collections.nCopies(CALLERS, post)), 200);

    assertThat(post.call().body()).isEqualTo("[{\"n:note\":{\"id\":\"a\"}}]");
  }

  private static void assertRefused(Answer answer, String reason) throws IOException {
    assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains(reason);
  }

  /** A body of nearly half the longest length, which an uploaded file may have. */
  private static String repeated(String before, String one, String separator, String after) {
    int times = (MAX_BODY / 2 - 10_000) / (one.length() + separator.length());
    return before + (one + separator).repeat(times) + one + after;
  }
}
