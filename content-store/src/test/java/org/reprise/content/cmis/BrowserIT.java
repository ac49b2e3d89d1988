package org.reprise.content.cmis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.content.ContentProcess;
import org.reprise.content.ContentServer;
import org.reprise.content.object.Folders;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestClient;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** What clients of the browser binding rely on, and the compatibility kit does not look at. */
class BrowserIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final ContentServer SERVER = ContentServer.shared();
  private static final TestClient<TestAnswer> CLIENT = SERVER.client();
  private static final String REPOSITORY = "/cmis/browser/reprise";
  private static final String ROOT = REPOSITORY + "/root";
  private static final String BOUNDARY = "a-boundary";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String PARTS = "multipart/form-data; boundary=" + BOUNDARY;

  @TempDir private Path temporary;

  private static TestAnswer post(String path, String... fields) {
    return CLIENT.send("POST", path, BodyPublishers.ofString(form(fields)), "Content-Type", FORM);
  }

  private static String form(String... fields) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < fields.length; i += 2) {
      pairs.add(encode(fields[i]) + "=" + encode(fields[i + 1]));
    }
    return String.join("&", pairs);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private static String folder(String name) {
    return folder(ROOT, name);
  }

  private static String folder(String parent, String name) {
    TestAnswer made =
        post(
            parent,
            "cmisaction",
            "createFolder",
            "propertyId[0]",
            "cmis:name",
            "propertyValue[0]",
            name,
            "propertyId[1]",
            "cmis:objectTypeId",
            "propertyValue[1]",
            "cmis:folder",
            "succinct",
            "true");
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return id(made);
  }

  private static String id(TestAnswer object) {
    return object.json().path("succinctProperties").path("cmis:objectId").asString();
  }

  private static String[] creation(String name, String type) {
    return new String[] {
      "cmisaction", "createDocument",
      "succinct", "true",
      "propertyId[0]", "cmis:name",
      "propertyValue[0]", name,
      "propertyId[1]", "cmis:objectTypeId",
      "propertyValue[1]", type
    };
  }

  private static String head(String... fields) {
    StringBuilder head = new StringBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      head.append(
          "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
              .formatted(BOUNDARY, fields[i], fields[i + 1]));
    }
    return head
        + "--%s\r\nContent-Disposition: form-data; name=\"content\"; filename=\"a.txt\"\r\n"
            .formatted(BOUNDARY)
        + "Content-Type: text/plain\r\n\r\n";
  }

  private static final String TAIL = "\r\n--" + BOUNDARY + "--\r\n";

  private static TestAnswer upload(String path, String content, String... fields) {
    return CLIENT.send(
        "POST",
        path,
        BodyPublishers.ofString(head(fields) + content + TAIL),
        "Content-Type",
        PARTS);
  }

  private static String document(String folder, String name, String content) {
    TestAnswer made =
        upload(ROOT + "?objectId=" + folder, content, creation(name, "reprise:document"));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return id(made);
  }

  @Test
  void answersAddressesThatEndWithSlash() {
    for (String path : List.of("/cmis/browser/", REPOSITORY + "/")) {
      assertThat(CLIENT.get(path).json().has("reprise")).as(path).isTrue();
    }
  }

  /** Section 5.4.4.1: as in HTML. */
  @Test
  void readsNamesOfParametersInAnyCase() {
    String query = "?CmisSelector=typeDefinition&typeid=cmis:folder";
    assertThat(CLIENT.get(REPOSITORY + query).json().path("id").asString())
        .isEqualTo("cmis:folder");
    String statement = "SELECT cmis:objectId FROM cmis:folder";
    TestAnswer found =
        post(REPOSITORY, "cmisAction", "query", "Statement", statement, "maxitems", "0");
    assertThat(found.status()).as(found.toString()).isEqualTo(200);
    assertThat(found.json().path("results").size()).isZero();
  }

  /** As cmislib 0.7.0, Apache's client for Python, sends them. */
  @Test
  void takesRequestsOfApachesClientForPython() {
    JsonNode repository = CLIENT.get(REPOSITORY).json().path("reprise");
    assertThat(repository.has("principalIdAnonymous")).isTrue();
    assertThat(repository.has("principalIdAnyone")).isTrue();
    String folder = folder(newName());
    TestAnswer tree =
        CLIENT.get(
            ROOT
                + "?cmisselector=foldertree&includePathSegment=True&includeACL=False&objectId="
                + folder);
    assertThat(tree.status()).as(tree.toString()).isEqualTo(200);

    String document = document(folder, newName(), "text");
    String copy =
        id(post(ROOT, "objectId", document, "cmisaction", "checkOut", "succinct", "true"));
    TestAnswer checkedIn =
        upload(ROOT, "second", "objectId", copy, "cmisaction", "checkin", "major", "True");
    assertThat(checkedIn.status()).as(checkedIn.toString()).isEqualTo(201);

    String statement = "SELECT * FROM reprise:document WHERE cmis:objectId = '" + copy + "'";
    TestAnswer found = post(REPOSITORY, "cmisaction", "query", "q", statement);
    assertThat(found.json().path("results")).as(found.toString()).hasSize(1);
  }

  /** The client {@code cmis} of npm writes it so; the specification has no capital in it. */
  @Test
  void listsCheckedOutDocumentsForClientThatWritesCapital() {
    for (String path : List.of(REPOSITORY, ROOT)) {
      TestAnswer listed = CLIENT.get(path + "?cmisselector=checkedOut");
      assertThat(listed.status()).as(listed.toString()).isEqualTo(200);
    }
  }

  /** Section 2.2.2.4.1: the depth counts below a type that the caller names. */
  @Test
  void returnsAllTypesWhateverTheDepthWhereNoTypeIsNamed() {
    JsonNode all = CLIENT.get(REPOSITORY + "?cmisselector=typeDescendants&depth=1").json();
    assertThat(all.path(0).path("children").path(0).path("type").path("id").asString())
        .isEqualTo("reprise:document");
    String last = "?cmisselector=typeChildren&skipCount=" + Long.MAX_VALUE;
    assertThat(CLIENT.get(REPOSITORY + last).json().path("hasMoreItems").asBoolean()).isFalse();
  }

  /** A caller would believe that nobody else can read the document. */
  @Test
  void refusesAclsAndPoliciesOfNewObjects() {
    for (String name : List.of("addACEPrincipal[0]", "policy[0]")) {
      TestAnswer refused =
          post(ROOT, append(creation(newName(), "reprise:document"), name, "somebody"));
      assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
      assertThat(refused.json().path("exception").asString()).isEqualTo("constraint");
    }
  }

  @Test
  void takesContentWithoutFileName() {
    String name = newName();
    String form =
        head(creation(name, "cmis:document")).replace("; filename=\"a.txt\"", "") + "text" + TAIL;
    TestAnswer made =
        CLIENT.send("POST", ROOT, BodyPublishers.ofString(form), "Content-Type", PARTS);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    TestAnswer content = CLIENT.get(ROOT + "/" + name);
    assertThat(content.body()).isEqualTo("text");
    assertThat(content.header("Content-Disposition")).contains(name);
  }

  @Test
  void listsAndSendsRenditions() {
    String name = newName();
    TestAnswer made =
        upload(
            ROOT, "the text", append(creation(name, "reprise:document"), "renditionFilter", "*"));
    assertThat(made.json().path("renditions").size()).as(made.toString()).isEqualTo(1);
    String object = ROOT + "/" + name;
    JsonNode all = CLIENT.get(object + "?cmisselector=renditions").json();
    assertThat(all.toString())
        .isEqualTo(
            "[{\"streamId\":\"text\",\"mimeType\":\"text/plain\",\"kind\":\"reprise:text\"}]");
    for (String filter : List.of("*", "text/*", "image/*,%20reprise:text", "text/plain")) {
      TestAnswer filtered = CLIENT.get(object + "?cmisselector=object&renditionFilter=" + filter);
      assertThat(filtered.json().path("renditions")).as(filter).isEqualTo(all);
    }
    for (String filter : List.of("", "cmis:none", "image/*", "cmis:thumbnail")) {
      TestAnswer filtered = CLIENT.get(object + "?cmisselector=object&renditionFilter=" + filter);
      assertThat(filtered.json().has("renditions")).as(filter).isFalse();
    }
    TestAnswer found =
        post(
            REPOSITORY,
            "cmisaction",
            "query",
            "statement",
            "SELECT * FROM cmis:document WHERE cmis:name = '" + name + "'",
            "renditionFilter",
            "*");
    assertThat(found.json().path("results").path(0).path("renditions")).isEqualTo(all);
    TestAnswer content = CLIENT.get(object + "?cmisselector=content&streamId=text");
    assertThat(content.body().strip()).as(content.toString()).isEqualTo("the text");
    assertThat(content.header("Content-Type")).startsWith("text/plain");
    TestAnswer missing = CLIENT.get(object + "?streamId=thumbnail");
    assertThat(missing.status()).isEqualTo(409);
    assertThat(missing.json().path("exception").asString()).isEqualTo("constraint");
  }

  private static String[] append(String[] fields, String... more) {
    return Stream.concat(Stream.of(fields), Stream.of(more)).toArray(String[]::new);
  }

  private static String newName() {
    return UUID.randomUUID().toString();
  }

  private static TestAnswer query(String statement) {
    return post(REPOSITORY, "cmisaction", "query", "statement", statement, "succinct", "true");
  }

  private static List<String> names(TestAnswer result) {
    assertThat(result.status()).as(result.toString()).isEqualTo(200);
    return result
        .json()
        .path("results")
        .valueStream()
        .map(it -> it.path("properties").path("cmis:name").path("value").asString())
        .toList();
  }

  @Test
  void namesItselfByTheHostThatTheCallerUsed() throws IOException {
    String answer = raw("GET /cmis/browser HTTP/1.1\r\nHost: cms.example:9999\r\n");
    assertThat(answer)
        .contains("\"repositoryUrl\":\"http://cms.example:9999/cmis/browser/reprise\"")
        .contains("\"rootFolderUrl\":\"http://cms.example:9999/cmis/browser/reprise/root\"");
  }

  @Test
  void namesItselfByForwardedHostWhereProxiesAreTrusted() throws IOException {
    try (ContentServer behindProxy =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            Files.createTempDirectory("content-area-"),
            "--server.forward-headers-strategy=framework")) {
      assertThat(
              behindProxy
                  .client()
                  .get(
                      "/cmis/browser",
                      "X-Forwarded-Proto",
                      "https",
                      "X-Forwarded-Host",
                      "cms.example",
                      "X-Forwarded-Port",
                      "443")
                  .json()
                  .path("reprise")
                  .path("repositoryUrl")
                  .asString())
          .isEqualTo("https://cms.example/cmis/browser/reprise");
    }
  }

  // With headers that java.net.http does not let through; the connection is closed after it.
  private static String raw(String request) throws IOException {
    URI base = URI.create(SERVER.base());
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket
          .getOutputStream()
          .write((request + credentials() + "Connection: close\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String credentials() {
    String account = TestApplication.USERNAME + ":" + TestApplication.PASSWORD;
    return "Authorization: Basic "
        + Base64.getEncoder().encodeToString(account.getBytes(UTF_8))
        + "\r\n";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"50 % off", "a;b=c", "back\\slash", "plus+and&", "%25", "%2f", "ümläut", "a..b"})
  void findsByPathWhateverTheNameHolds(String part) {
    String name = part + newName();
    folder(name);
    TestAnswer found = CLIENT.get(ROOT + "/" + encode(name) + "?cmisselector=object&succinct=true");
    assertThat(found.status()).as(found.toString()).isEqualTo(200);
    assertThat(found.json().path("succinctProperties").path("cmis:path").asString())
        .isEqualTo("/" + name);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "a/b", "", "\u0007"})
  void refusesNamesThatNoPathCanHold(String name) {
    TestAnswer refused =
        post(
            ROOT,
            "cmisaction",
            "createFolder",
            "propertyId[0]",
            "cmis:name",
            "propertyValue[0]",
            name,
            "propertyId[1]",
            "cmis:objectTypeId",
            "propertyValue[1]",
            "cmis:folder");
    assertThat(refused.status()).as(refused.toString()).isBetween(400, 409);
  }

  @Test
  void idOutranksPath() {
    String name = newName();
    String folder = folder(name);
    assertThat(
            id(CLIENT.get(ROOT + "/no/path?cmisselector=object&succinct=true&objectId=" + folder)))
        .isEqualTo(folder);
  }

  @Test
  void errorsNameTheExceptionOfCmis() {
    TestAnswer missing = CLIENT.get(ROOT + "/" + newName() + "?cmisselector=object");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.json().path("exception").asString()).isEqualTo("objectNotFound");
    assertThat(missing.json().path("message").asString()).contains("There is no object at");

    TestAnswer unknown = CLIENT.get(ROOT + "?cmisselector=nothing");
    assertThat(unknown.status()).isEqualTo(405);
    assertThat(unknown.json().path("exception").asString()).isEqualTo("notSupported");
  }

  @Test
  void documentWithoutContentIsConstraint() {
    String folder = folder(newName());
    TestAnswer made = post(ROOT + "?objectId=" + folder, creation(newName(), "cmis:document"));
    JsonNode properties = made.json().path("succinctProperties");
    assertThat(properties.path("cmis:contentStreamLength").isNull()).as(made.toString()).isTrue();
    TestAnswer content = CLIENT.get(ROOT + "?cmisselector=content&objectId=" + id(made));
    assertThat(content.status()).isEqualTo(409);
    assertThat(content.json().path("exception").asString()).isEqualTo("constraint");
  }

  @Test
  void deletesNoMoreOfTreeAfterFailure() {
    String root = folder(newName());
    String name = "stuck " + newName();
    folder(ROOT + "?objectId=" + root, name + " 1");
    folder(ROOT + "?objectId=" + root, name + " 2");
    SERVER.execute(
        """
        create function refuse() returns trigger language plpgsql as $$
          begin raise foreign_key_violation; end $$;
        create trigger refuse before delete on object for each row
          when (old.name like '%s%%') execute function refuse()
        """
            .formatted(name));
    try {
      String tree = ROOT + "?objectId=" + root;
      assertThat(ids(post(tree, "cmisaction", "deleteTree"))).hasSize(1);
      assertThat(ids(post(tree, "cmisaction", "deleteTree", "continueOnFailure", "true")))
          .hasSize(3)
          .endsWith(root);
    } finally {
      SERVER.execute("drop function refuse cascade");
    }
  }

  /** A client that does not wait for the first deletion may send it again. */
  @Test
  void countsWhatAnotherRequestDeletesAsDeleted() throws Exception {
    String tree = folder(newName());
    String document = document(tree, newName(), "text");
    try (Connection other = SERVER.part(DataSource.class).getConnection();
        java.sql.Statement statement = other.createStatement();
        ExecutorService client = Executors.newSingleThreadExecutor()) {
      other.setAutoCommit(false);
      statement.execute(
          "delete from object where id = (select object from version where id = '%s')"
              .formatted(document));
      Future<TestAnswer> deletion =
          client.submit(() -> post(ROOT + "?objectId=" + tree, "cmisaction", "deleteTree"));
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                          + " and datname = current_database()")
                  == 1);
      other.commit();
      assertThat(ids(deletion.get())).isEmpty();
    }
    assertThat(CLIENT.get(ROOT + "?objectId=" + tree).status()).isEqualTo(404);
  }

  private static List<String> ids(TestAnswer failed) {
    return failed.json().path("ids").valueStream().map(JsonNode::asString).toList();
  }

  /** A container's parser takes 50 parts; each property is two. */
  @Test
  void readsFormOfManyParts() {
    String folder = folder(newName());
    List<String> fields = new ArrayList<>(List.of(creation(newName(), "cmis:document")));
    for (int i = 0; i < 200; i++) {
      fields.addAll(List.of("vendor[" + i + "]", "value"));
    }
    TestAnswer made = upload(ROOT + "?objectId=" + folder, "text", fields.toArray(String[]::new));
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
  }

  @Test
  void readsContentBeforeTheFields() {
    String folder = folder(newName());
    StringBuilder fields = new StringBuilder(head()).append("first\r\n");
    String[] creation = creation(newName(), "cmis:document");
    for (int i = 0; i < creation.length; i += 2) {
      fields.append(
          "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
              .formatted(BOUNDARY, creation[i], creation[i + 1]));
    }
    fields.append("--").append(BOUNDARY).append("--\r\n");
    TestAnswer made =
        CLIENT.send(
            "POST",
            ROOT + "?objectId=" + folder,
            BodyPublishers.ofString(fields.toString()),
            "Content-Type",
            PARTS);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    assertThat(CLIENT.get(ROOT + "?objectId=" + id(made)).body()).isEqualTo("first");
  }

  /** Clients encode other letters than those of ASCII (RFC 8187), each as up to twelve bytes. */
  @Test
  void keepsLongNameOfFile() {
    String folder = folder(newName());
    String file = "\u5831".repeat(200) + ".txt";
    String head =
        head(creation(newName(), "cmis:document"))
            .replace("filename=\"a.txt\"", "filename*=UTF-8''" + encode(file));
    TestAnswer made =
        CLIENT.send(
            "POST",
            ROOT + "?objectId=" + folder,
            BodyPublishers.ofString(head + "text" + TAIL),
            "Content-Type",
            PARTS);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    assertThat(made.json().path("succinctProperties").path("cmis:contentStreamFileName").asString())
        .isEqualTo(file);
  }

  @Test
  void refusesNameOfFileWithNul() {
    String form = head(creation(newName(), "cmis:document")).replace("a.txt", "a\0.txt");
    TestAnswer refused =
        CLIENT.send(
            "POST", ROOT, BodyPublishers.ofString(form + "text" + TAIL), "Content-Type", PARTS);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(inbound()).isEmpty();
  }

  /** The content could never be sent: its headers have no room for the name. */
  @Test
  void refusesLongNameOfFileBeforeItsContent() {
    String name = "n".repeat(256);
    String form = head(creation(newName(), "cmis:document")).replace("a.txt", name);
    TestAnswer refused =
        CLIENT.send(
            "POST", ROOT, BodyPublishers.ofString(form + "text" + TAIL), "Content-Type", PARTS);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
    assertThat(refused.json().path("exception").asString()).isEqualTo("constraint");
    assertThat(inbound()).isEmpty();
  }

  @Test
  void takesMediaTypeThatNoHeaderCanHoldForBytes() {
    String form =
        head(creation(newName(), "cmis:document"))
            .replace("text/plain", "text/plain;a=" + "b".repeat(3000));
    TestAnswer made =
        CLIENT.send(
            "POST", ROOT, BodyPublishers.ofString(form + "text" + TAIL), "Content-Type", PARTS);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    assertThat(made.json().path("succinctProperties").path("cmis:contentStreamMimeType").asString())
        .isEqualTo("application/octet-stream");
  }

  /** A page of a thousand of them would fill the heap. */
  @Test
  void refusesTextsOverTheirLimit() {
    String folder = folder(newName());
    for (int length : new int[] {4000, 4001}) {
      int expected = length == 4000 ? 201 : 409;
      String text = "\u5831".repeat(length);
      TestAnswer made =
          upload(
              ROOT + "?objectId=" + folder,
              "text",
              append(
                  creation(newName(), "reprise:document"),
                  "propertyId[2]",
                  "cmis:description",
                  "propertyValue[2]",
                  text));
      assertThat(made.status()).as(made.toString()).isEqualTo(expected);
      String copy =
          id(
              post(
                  ROOT + "?objectId=" + document(folder, newName(), "text"),
                  "cmisaction",
                  "checkOut",
                  "succinct",
                  "true"));
      TestAnswer checkedIn =
          upload(
              ROOT + "?objectId=" + copy, "new", "cmisaction", "checkIn", "checkinComment", text);
      assertThat(checkedIn.status()).as(checkedIn.toString()).isEqualTo(expected);
    }
    assertThat(inbound()).isEmpty();
  }

  @Test
  void refusesFieldsOverTheirLimit() {
    String folder = folder(newName());
    TestAnswer refused =
        upload(ROOT + "?objectId=" + folder, "text", "vendor", "x".repeat(2 * 1024 * 1024));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(inbound()).isEmpty();
  }

  /** A name of one byte a letter, and letters of three bytes each. */
  @Test
  void countsNamesOfFieldsAndBytesOfLetters() {
    String folder = folder(newName());
    List<String> names = new ArrayList<>(List.of(creation(newName(), "cmis:document")));
    for (int i = 0; i < 300; i++) {
      names.addAll(List.of(i + "x".repeat(4000), ""));
    }
    assertThat(upload(ROOT + "?objectId=" + folder, "text", names.toArray(String[]::new)).status())
        .isEqualTo(413);
    List<String> letters = new ArrayList<>(List.of(creation(newName(), "cmis:document")));
    letters.addAll(List.of("a", "\u5831".repeat(200_000), "b", "\u5831".repeat(200_000)));
    assertThat(
            upload(ROOT + "?objectId=" + folder, "text", letters.toArray(String[]::new)).status())
        .isEqualTo(413);
  }

  @Test
  void formsShareTheMemoryOfBodies() throws IOException {
    Path area = Files.createTempDirectory("content-area-");
    try (ContentServer server =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            area,
            "--reprise.max-request-bodies=100KB",
            "--reprise.connections.body-time=30m",
            "--server.tomcat.connection-timeout=30m")) {
      String[] fields =
          Stream.concat(
                  Stream.of(creation(newName(), "cmis:document")),
                  Stream.of("vendor", "x".repeat(80_000)))
              .toArray(String[]::new);
      String form = head(fields) + "text" + TAIL;
      URI base = URI.create(server.base());
      try (Socket first = new Socket(base.getHost(), base.getPort())) {
        first
            .getOutputStream()
            .write(
                ("POST %s HTTP/1.1\r\nHost: localhost\r\n%sContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(ROOT, credentials(), PARTS, form.length() + 1, head(fields)))
                    .getBytes(UTF_8));
        await().atMost(LIMIT).until(() -> !entries(area.resolve("inbound")).isEmpty());
        TestAnswer second =
            server
                .client()
                .send("POST", ROOT, BodyPublishers.ofString(form), "Content-Type", PARTS);
        assertThat(second.status()).as(second.toString()).isEqualTo(503);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "bulkUpdate"})
  void repositoryTakesNoContent(String action) {
    TestAnswer refused =
        upload(REPOSITORY, "text", "cmisaction", action, "statement", "SELECT * FROM cmis:folder");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(405);
    assertThat(refused.json().path("exception").asString()).isEqualTo("notSupported");
  }

  /** More than the container itself drops of a refused body. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedFormOfRepositoryIsNotReadToItsEnd(boolean isContent) throws IOException {
    String head = head("cmisaction", "query");
    int max = 300;
    int sent = 0;
    URI base = URI.create(SERVER.base());
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST %s HTTP/1.1\r\nHost: localhost\r\n%sContent-Type: %s\r\nContent-Length: 10000000000\r\n\r\n%s"
                  .formatted(
                      REPOSITORY,
                      credentials(),
                      PARTS,
                      isContent ? head : head.replace("; filename=\"a.txt\"", "")))
              .getBytes(UTF_8));
      byte[] megabyte = new byte[1024 * 1024];
      while (sent < max && socket.getInputStream().available() == 0) {
        out.write(megabyte);
        sent++;
      }
    } catch (SocketException e) {
      // The connection is closed with the answer.
    }
    assertThat(sent).isLessThan(max);
  }

  @Test
  void updateTakesNoContent() {
    String folder = folder(newName());
    assertThat(upload(ROOT + "?objectId=" + folder, "text", "cmisaction", "update").status())
        .isEqualTo(405);
  }

  @Test
  void refusesFormThatIsCut() {
    String folder = folder(newName());
    String name = newName();
    TestAnswer refused =
        CLIENT.send(
            "POST",
            ROOT + "?objectId=" + folder,
            BodyPublishers.ofString(head(creation(name, "cmis:document")) + "no end"),
            "Content-Type",
            PARTS);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(inbound()).isEmpty();
    assertThat(
            CLIENT.get(ROOT + "?cmisselector=children&objectId=" + folder).json().path("objects"))
        .isEmpty();
  }

  private static List<Path> inbound() {
    return entries(SERVER.area().resolve("inbound"));
  }

  private static List<Path> entries(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** More than the sockets buffer, chunked, so that nothing tells how much is to come. */
  @Test
  void refusalReachesClientThatStillSends() {
    String folder = folder(newName());
    String name = newName();
    document(folder, name, "text");
    TestAnswer refused = uploadLarge(CLIENT, folder, name);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
    assertThat(refused.json().path("exception").asString()).isEqualTo("nameConstraintViolation");
  }

  @Test
  void fullAreaReachesClientThatStillSends() throws IOException {
    try (ContentServer full =
        ContentServer.start(
            TestDatabase.freshDatabase(),
            Files.createTempDirectory("content-area-"),
            "--reprise.content.areas[0].reserved-bytes=1000TB")) {
      TestAnswer refused = uploadLarge(full.client(), Folders.ROOT.toString(), newName());
      assertThat(refused.status()).as(refused.toString()).isEqualTo(507);
      assertThat(refused.json().path("exception").asString()).isEqualTo("storage");
    }
  }

  private static TestAnswer uploadLarge(TestClient<TestAnswer> client, String folder, String name) {
    InputStream head =
        new ByteArrayInputStream(head(creation(name, "cmis:document")).getBytes(UTF_8));
    InputStream zeros = new ByteArrayInputStream(new byte[64 * 1024 * 1024]);
    InputStream tail = new ByteArrayInputStream(TAIL.getBytes(UTF_8));
    return client.send(
        "POST",
        ROOT + "?objectId=" + folder,
        BodyPublishers.ofInputStream(
            () -> new SequenceInputStream(new SequenceInputStream(head, zeros), tail)),
        "Content-Type",
        PARTS);
  }

  @Test
  void addingChildKeepsTheTokenOfItsFolder() {
    String folder = folder(newName());
    String address = ROOT + "?cmisselector=object&succinct=true&objectId=" + folder;
    String before = CLIENT.get(address).body();
    document(folder, newName(), "text");
    assertThat(CLIENT.get(address).body()).isEqualTo(before);
  }

  @Test
  void workingCopyIsNeverLatest() {
    String document = document(folder(newName()), newName(), "text");
    TestAnswer copy =
        post(ROOT + "?objectId=" + document, "cmisaction", "checkOut", "succinct", "true");
    assertThat(copy.status()).as(copy.toString()).isEqualTo(201);
    JsonNode properties = copy.json().path("succinctProperties");
    assertThat(properties.path("cmis:isLatestVersion").asBoolean()).isFalse();
    assertThat(properties.path("cmis:isPrivateWorkingCopy").asBoolean()).isTrue();
    assertThat(
            id(
                CLIENT.get(
                    ROOT
                        + "?cmisselector=object&succinct=true&returnVersion=latest&objectId="
                        + id(copy))))
        .isEqualTo(document);
  }

  @Test
  void oneOfFiftyRacingCheckOutsWins() throws Exception {
    String document = document(folder(newName()), newName(), "text");
    CyclicBarrier together = new CyclicBarrier(50);
    Callable<TestAnswer> checkOut =
        () -> {
          together.await();
          return post(ROOT + "?objectId=" + document, "cmisaction", "checkOut");
        };
    List<String> results = new ArrayList<>();
    try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<TestAnswer> each : users.invokeAll(Collections.nCopies(50, checkOut))) {
        TestAnswer answer = each.get();
        results.add(answer.status() + answer.json().path("exception").asString(""));
      }
    }
    assertThat(results).containsOnlyOnce("201").containsOnly("201", "409updateConflict");
  }

  @Test
  void copyHasTheContentOfItsSource() {
    String folder = folder(newName());
    String source = document(folder, newName(), "a text to copy");
    String name = newName();
    TestAnswer copy =
        post(
            ROOT + "?objectId=" + folder,
            "cmisaction",
            "createDocumentFromSource",
            "sourceId",
            source,
            "propertyId[0]",
            "cmis:name",
            "propertyValue[0]",
            name,
            "succinct",
            "true");
    assertThat(copy.status()).as(copy.toString()).isEqualTo(201);
    post(ROOT + "?objectId=" + source, "cmisaction", "delete");
    assertThat(CLIENT.get(ROOT + "?objectId=" + id(copy)).body()).isEqualTo("a text to copy");
  }

  // Queries

  @Test
  void queryIsNeverSuccinct() {
    String folder = folder(newName());
    document(folder, "one", "text");
    JsonNode row =
        query("SELECT cmis:name AS title FROM cmis:document WHERE IN_FOLDER('" + folder + "')")
            .json()
            .path("results")
            .path(0);
    assertThat(row.path("properties").path("title").path("value").asString()).isEqualTo("one");
    assertThat(row.path("properties").path("title").path("id").asString()).isEqualTo("cmis:name");
    assertThat(row.has("succinctProperties")).isFalse();
  }

  @Test
  void queriesByPropertiesAndPlace() {
    String folder = folder(newName());
    String below =
        id(
            post(
                ROOT + "?objectId=" + folder,
                "cmisaction",
                "createFolder",
                "propertyId[0]",
                "cmis:name",
                "propertyValue[0]",
                "below",
                "propertyId[1]",
                "cmis:objectTypeId",
                "propertyValue[1]",
                "cmis:folder",
                "succinct",
                "true"));
    document(folder, "it's", "some words");
    document(folder, "50%", "other words");
    document(below, "deep", "words of the deep");
    String in = "SELECT * FROM reprise:document WHERE IN_FOLDER('" + folder + "') AND ";
    String tree = "SELECT d.* FROM cmis:document AS d WHERE IN_TREE(d, '" + folder + "')";

    assertThat(names(query(in + "cmis:name = 'it\\'s'"))).containsExactly("it's");
    assertThat(names(query(in + "cmis:name = 'it''s'"))).containsExactly("it's");
    assertThat(names(query(in + "cmis:name LIKE '%\\%'"))).containsExactly("50%");
    assertThat(names(query(in + "NOT cmis:name LIKE '50%'"))).containsExactly("it's");
    assertThat(names(query(in + "cmis:name NOT IN ('50%', 'x')"))).containsExactly("it's");
    assertThat(names(query(in + "cmis:contentStreamLength > 10"))).containsExactly("50%");
    assertThat(names(query(in + "cmis:creationDate < TIMESTAMP '2001-01-01T00:00:00.000Z'")))
        .isEmpty();
    assertThat(names(query(in + "(cmis:isLatestVersion = TRUE OR cmis:name = 'x')"))).hasSize(2);
    assertThat(names(query(in + "reprise:searchType IS NOT NULL"))).isEmpty();
    assertThat(names(query(in + "cmis:objectId <> 'nothing'"))).hasSize(2);
    assertThat(names(query(tree + " ORDER BY d.cmis:name DESC")))
        .containsExactly("it's", "deep", "50%");
    assertThat(names(query(tree + " AND CONTAINS('some OR deep') ORDER BY cmis:name")))
        .containsExactly("deep", "it's");
    assertThat(names(query(tree + " AND CONTAINS('words -other -some')"))).containsExactly("deep");
    assertThat(names(query(tree + " AND CONTAINS('\\'the deep\\'')"))).containsExactly("deep");
    assertThat(names(query("SELECT * FROM cmis:folder WHERE cmis:parentId = '" + folder + "'")))
        .containsExactly("below");
  }

  @Test
  void likeMatchesBackslashBeforeQuote() {
    String folder = folder(newName());
    document(folder, "a\\'b", "text");
    document(folder, "a'b", "text");
    String in = "SELECT * FROM cmis:document WHERE IN_FOLDER('" + folder + "') AND ";
    assertThat(names(query(in + "cmis:name LIKE 'a\\\\''_'"))).containsExactly("a\\'b");
    assertThat(names(query(in + "cmis:name LIKE 'a\\'_'"))).containsExactly("a'b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SELECT",
        "SELECT *",
        "THIS_IS_NOT_A_SELECT",
        "SELECT FROM cmis:document",
        "SELECT ,cmis:name FROM cmis:document",
        "SELECT * FROM no:type",
        "SELECT no:property FROM cmis:document",
        "SELECT * FROM cmis:document WHERE",
        "SELECT * FROM cmis:document WHERE cmis:name = 5",
        "SELECT * FROM cmis:document WHERE cmis:name = 'open",
        "SELECT * FROM cmis:document WHERE cmis:name LIKE 'a\\\\\\'",
        "SELECT * FROM cmis:document WHERE cmis:name = 'a' OR 1=1",
        "SELECT * FROM cmis:document WHERE cmis:name = 'a'; drop table version",
        "SELECT * FROM cmis:document WHERE cmis:isLatestVersion > TRUE",
        "SELECT * FROM cmis:document WHERE cmis:contentStreamLength = 'long'",
        "SELECT * FROM cmis:document WHERE cmis:creationDate > TIMESTAMP '1 May'",
        "SELECT * FROM cmis:document WHERE cmis:creationDate > TIMESTAMP"
            + " '+999999999-01-01T00:00:00Z'",
        "SELECT * FROM cmis:document WHERE cmis:path = '/'",
        "SELECT * FROM cmis:folder WHERE CONTAINS('x')",
        "SELECT * FROM cmis:document ORDER BY no:property",
        "SELECT * FROM cmis:document d JOIN cmis:folder f ON d.x = f.y",
        "SELECT cmis:name, cmis:name FROM cmis:document",
        "SELECT x.cmis:name FROM cmis:document AS d"
      })
  void refusesStatement(String statement) {
    TestAnswer refused = query(statement);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(refused.json().path("exception").asString()).isEqualTo("invalidArgument");
  }

  @Test
  void refusesStatementThatIsTooDeepOrTooLong() {
    String deep = "(".repeat(5000) + "cmis:name = 'a'" + ")".repeat(5000);
    assertThat(query("SELECT * FROM cmis:document WHERE " + deep).status()).isEqualTo(400);
    String nots = "NOT ".repeat(5000) + "cmis:name = 'a'";
    assertThat(query("SELECT * FROM cmis:document WHERE " + nots).status()).isEqualTo(400);
    assertThat(query("SELECT * FROM cmis:document WHERE '" + "\\'".repeat(8_000)).status())
        .isEqualTo(400);
    String text = "x".repeat(30_000);
    assertThat(names(query("SELECT * FROM cmis:document WHERE cmis:name = '" + text + "'")))
        .isEmpty();
    assertThat(
            query("SELECT * FROM cmis:document WHERE cmis:name = '" + text + text + "'").status())
        .isEqualTo(400);
  }

  @Test
  void findsNothingByTextsThatPostgresCannotParse() {
    String select = "SELECT * FROM cmis:document WHERE CONTAINS('";
    for (String text : List.of("-".repeat(33), "-".repeat(33) + "word", "a/".repeat(15_000))) {
      assertThat(names(query(select + text + " w" + newName().replace("-", "") + "')"))).isEmpty();
    }
  }

  /** A value of a statement is a value, whatever it holds. */
  @Test
  void valuesOfStatementsAreNoSql() {
    assertThat(
            names(
                query(
                    "SELECT * FROM cmis:document WHERE cmis:name = ''' or true --' OR cmis:name ="
                        + " '$1 ? :name \\\\'")))
        .isEmpty();
  }

  /** The words of a text may need more room than its bytes. */
  @Test
  void findsWordsOfTheFirstPartOfLongText() {
    StringBuilder text = new StringBuilder("beginning ");
    IntStream.range(0, 400_000).forEach(i -> text.append(Integer.toString(i, 36)).append(' '));
    String folder = folder(newName());
    document(folder, "long", text.append("ending").toString());
    String in = "SELECT * FROM cmis:document WHERE IN_FOLDER('" + folder + "') AND ";
    assertThat(names(query(in + "CONTAINS('beginning')"))).containsExactly("long");
    assertThat(names(query(in + "CONTAINS('ending')"))).isEmpty();
  }

  // Pages

  @Test
  void pagesContinueAtTheNameWhereTheLastOneEnded() {
    String folder = folder(newName());
    for (int i = 0; i < 10; i++) {
      document(folder, "d" + i, "text");
    }
    assertThat(page(folder, 0, 4)).containsExactly("d0", "d1", "d2", "d3");
    assertThat(page(folder, 4, 4)).containsExactly("d4", "d5", "d6", "d7");
    assertThat(page(folder, 8, 4)).containsExactly("d8", "d9");
    assertThat(page(folder, 3, 3)).as("a page that none was read before").startsWith("d3");
    assertThat(page(folder, 10, 4)).isEmpty();
    assertThat(page(folder, 99, 4)).isEmpty();
  }

  private static List<String> page(String folder, int skip, int max) {
    TestAnswer page =
        CLIENT.get(
            ROOT
                + "?cmisselector=children&succinct=true&objectId=%s&skipCount=%d&maxItems=%d"
                    .formatted(folder, skip, max));
    assertThat(page.json().path("hasMoreItems").asBoolean()).isEqualTo(skip + max < 10);
    return page.json()
        .path("objects")
        .valueStream()
        .map(it -> it.path("object").path("succinctProperties").path("cmis:name").asString())
        .toList();
  }

  /** By the plan: a page begins in the index where the one before it ended. */
  @Test
  void pageVisitsAsManyRowsWhereverItBegins() {
    String folder = folder(newName());
    SERVER.execute(
        """
        insert into object (id, parent, name, is_folder, type, created_by, created_at, modified_by,
          modified_at)
        select gen_random_uuid(), '%s', to_char(i, 'FM000000'), true, 'cmis:folder', 'test', now(),
          'test', now()
        from generate_series(1, 100000) i
        """
            .formatted(folder));
    SERVER.execute("analyze object");
    long first = blocks(folder, "");
    long last = blocks(folder, "099900");
    assertThat(last).isLessThanOrEqualTo(first + first / 2);
  }

  private static long blocks(String folder, String after) {
    SERVER.execute(
        """
        create or replace function blocks_of_page(folder uuid, after text) returns bigint as $$
        declare plan json;
        begin
          execute 'explain (analyze, buffers, format json)
            select id from object where parent = $1 and name > $2 order by name limit 101'
            into plan using folder, after;
          return (plan->0->'Plan'->>'Shared Hit Blocks')::bigint
            + (plan->0->'Plan'->>'Shared Read Blocks')::bigint;
        end $$ language plpgsql
        """);
    return SERVER.count("select blocks_of_page('%s', '%s')".formatted(folder, after));
  }

  @Test
  void unreadPagesDoNotFillTheHeap() throws IOException {
    Database database = TestDatabase.freshDatabase();
    try (ContentProcess process =
        ContentProcess.start(
            database,
            temporary.resolve("area"),
            temporary.resolve("log"),
            "--reprise.connections.body-time=30m",
            "--server.tomcat.connection-timeout=30m")) {
      database.execute(
          """
          with made as (
            insert into object (id, parent, name, is_folder, type, created_by, created_at,
              modified_by, modified_at)
            select gen_random_uuid(), '%s', 'd' || i, false, 'cmis:document', 'test', now(), 'test',
              now()
            from generate_series(1, 1000) i
            returning *)
          insert into version (id, object, number, label, is_major, is_latest, is_latest_major,
            name, type, created_by, created_at, modified_by, modified_at)
          select gen_random_uuid(), id, 1, '1.0', true, true, true, name, type, created_by,
            created_at, modified_by, modified_at
          from made
          """
              .formatted(Folders.ROOT));
      for (String selector : List.of("children", "descendants")) {
        assertCompletePages(process.base(), selector);
      }
    }
  }

  @Test
  void refusesTreeThatIsTooLargeOrTooDeep() {
    String deep = folder(newName());
    String wide = folder(newName());
    SERVER.execute(
        """
        insert into object (id, parent, name, is_folder, type, created_by, created_at, modified_by,
          modified_at)
        select gen_random_uuid(), '%s', 'f' || i, true, 'cmis:folder', 'test', now(), 'test', now()
        from generate_series(1, 10001) i
        """
            .formatted(wide));
    SERVER.execute(
        """
        with ids as (
          select i, gen_random_uuid() as id from generate_series(1, 101) i)
        insert into object (id, parent, name, is_folder, type, created_by, created_at, modified_by,
          modified_at)
        select id, coalesce(lag(id) over (order by i), '%s'), 'f', true, 'cmis:folder', 'test',
          now(), 'test', now()
        from ids
        """
            .formatted(deep));
    String tree = ROOT + "?cmisselector=descendants&objectId=";
    assertThat(CLIENT.get(tree + wide).status()).isEqualTo(400);
    assertThat(CLIENT.get(tree + deep).status()).isEqualTo(400);
    assertThat(CLIENT.get(tree + deep + "&depth=100").status()).isEqualTo(200);
  }

  /** 160 MB of comments alone, and 192 MB of heap. */
  @Test
  void versionsDoNotFillTheHeap() throws IOException {
    Database database = TestDatabase.freshDatabase();
    try (ContentProcess process =
        ContentProcess.start(database, temporary.resolve("area"), temporary.resolve("log"))) {
      database.execute(
          """
          with made as (
            insert into object (id, parent, name, is_folder, type, created_by, created_at,
              modified_by, modified_at)
            values (gen_random_uuid(), '%s', 'many', false, 'reprise:document', 'test', now(),
              'test', now())
            returning *)
          insert into version (id, object, number, label, is_major, is_latest, is_latest_major,
            name, type, created_by, created_at, modified_by, modified_at, comment)
          select gen_random_uuid(), id, i, i || '.0', true, i = 40000, i = 40000, name, type,
            created_by, created_at, modified_by, modified_at, repeat('c', 4000)
          from made, generate_series(1, 40000) i
          """
              .formatted(Folders.ROOT));
      TestAnswer versions =
          process
              .client()
              .get(ROOT + "/many?cmisselector=versions&succinct=true&filter=cmis:versionLabel");
      assertThat(versions.status()).isEqualTo(200);
      assertThat(versions.json()).hasSize(40_000);
      List<String> labels =
          versions
              .json()
              .valueStream()
              .map(it -> it.path("succinctProperties").path("cmis:versionLabel").asString())
              .toList();
      assertThat(labels).startsWith("40000.0", "39999.0").endsWith("2.0", "1.0");
      assertThat(process.client().get("/content/web" + documentAt(process, "/many")).status())
          .isEqualTo(200);
    }
  }

  private static String documentAt(ContentProcess process, String path) {
    String address = ROOT + path + "?cmisselector=object&succinct=true";
    return "/documents/" + id(process.client().get(address));
  }

  private static void assertCompletePages(String address, String selector) throws IOException {
    URI base = URI.create(address);
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      Socket socket = new Socket(base.getHost(), base.getPort());
      sockets.add(socket);
      socket
          .getOutputStream()
          .write(
              ("GET %s?cmisselector=%s&maxItems=1000 HTTP/1.1\r\nHost: localhost\r\n%sConnection: close\r\n\r\n"
                      .formatted(ROOT, selector, credentials()))
                  .getBytes(UTF_8));
    }
    for (Socket socket : sockets) {
      try (socket) {
        String page = new String(socket.getInputStream().readAllBytes(), UTF_8);
        assertThat(page).contains("\"d1000\"").endsWith("\r\n0\r\n\r\n");
      }
    }
  }

  @Test
  void pageOfFoldersTakesAsManyRoundTripsAsOneFolder() throws IOException {
    try (RoundTrips counter = new RoundTrips(TestDatabase.freshDatabase());
        ContentServer server =
            ContentServer.start(counter.database(), Files.createTempDirectory("content-area-"))) {
      server.execute(
          """
          insert into object (id, parent, name, is_folder, type, created_by, created_at,
            modified_by, modified_at)
          select gen_random_uuid(), '%s', 'f' || i, true, 'cmis:folder', 'test', now(), 'test', now()
          from generate_series(1, 300) i
          """
              .formatted(Folders.ROOT));
      String children = ROOT + "?cmisselector=children&succinct=true&maxItems=1000";
      server.client().get(children);
      long before = counter.count();
      assertThat(server.client().get(children).body()).contains("\"cmis:path\":\"/f300\"");
      // What goes on beside the request is less.
      assertThat(counter.count() - before).isLessThan(100);
    }
  }

  /**
   * Its structure is one query; objects are read in parts, and the path of one begins with that
   * above.
   */
  @Test
  void treeOfManyFoldersTakesFewRoundTrips() throws IOException {
    try (RoundTrips counter = new RoundTrips(TestDatabase.freshDatabase());
        ContentServer server =
            ContentServer.start(counter.database(), Files.createTempDirectory("content-area-"))) {
      server.execute(
          """
          with above as (
            insert into object (id, parent, name, is_folder, type, created_by, created_at,
              modified_by, modified_at)
            select gen_random_uuid(), '%s', 'a' || i, true, 'cmis:folder', 'test', now(), 'test',
              now()
            from generate_series(1, 300) i
            returning *)
          insert into object (id, parent, name, is_folder, type, created_by, created_at,
            modified_by, modified_at)
          select gen_random_uuid(), id, 'b', true, 'cmis:folder', 'test', now(), 'test', now()
          from above
          """
              .formatted(Folders.ROOT));
      String tree = ROOT + "?cmisselector=folderTree&succinct=true";
      server.client().get(ROOT + "?cmisselector=object");
      long before = counter.count();
      JsonNode nodes = server.client().get(tree).json();
      // What goes on beside the request is less.
      assertThat(counter.count() - before).isLessThan(100);
      assertThat(nodes).hasSize(300);
      JsonNode last = nodes.path(299).path("children").path(0).path("object").path("object");
      assertThat(last.path("succinctProperties").path("cmis:path").asString()).isEqualTo("/a99/b");
      JsonNode first = server.client().get(tree + "&depth=1").json();
      assertThat(first).hasSize(300);
      assertThat(first.path(0).has("children")).isFalse();
    }
  }

  /** Of a folder with many documents only the folders in it are read. */
  @Test
  void folderTreeReadsNoDocuments() throws IOException {
    try (RoundTrips counter = new RoundTrips(TestDatabase.freshDatabase());
        ContentServer server =
            ContentServer.start(counter.database(), Files.createTempDirectory("content-area-"))) {
      server.execute(
          """
          insert into object (id, parent, name, is_folder, type, created_by, created_at,
            modified_by, modified_at)
          select gen_random_uuid(), '%s', 'e' || i, i > 60000, case when i > 60000 then
            'cmis:folder' else 'cmis:document' end, 'test', now(), 'test', now()
          from generate_series(1, 60001) i
          """
              .formatted(Folders.ROOT));
      String tree = ROOT + "?cmisselector=folderTree&succinct=true";
      server.client().get(ROOT + "?cmisselector=object");
      long before = counter.count();
      assertThat(server.client().get(tree).body()).contains("\"e60001\"").doesNotContain("\"e1\"");
      assertThat(counter.count() - before).isLessThan(100);
    }
  }

  // Roles

  @Test
  void readersReadAndQueryButChangeNothing() {
    TestClient<TestAnswer> reader = SERVER.client(ContentServer.READER);
    TestClient<TestAnswer> editor = SERVER.client(ContentServer.EDITOR);
    String query = form("cmisaction", "query", "statement", "SELECT * FROM cmis:folder");
    String creation = form(creation(newName(), "cmis:document"));

    assertThat(reader.get(ROOT + "?cmisselector=children").status()).isEqualTo(200);
    assertThat(send(reader, REPOSITORY, query).status()).isEqualTo(200);
    TestAnswer refused = send(reader, ROOT, creation);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("exception").asString()).isEqualTo("permissionDenied");
    assertThat(send(reader, REPOSITORY, form("cmisaction", "bulkUpdate")).status()).isEqualTo(403);
    TestAnswer content =
        reader.send(
            "POST",
            REPOSITORY,
            BodyPublishers.ofString(head("cmisaction", "query") + "text" + TAIL),
            "Content-Type",
            PARTS);
    assertThat(content.status()).as(content.toString()).isEqualTo(405);
    assertThat(reader.post("/documents?name=a").status()).isEqualTo(403);
    assertThat(reader.get("/admin/indexes/search-type").status()).isEqualTo(403);

    assertThat(send(editor, ROOT, creation).status()).isEqualTo(201);
    assertThat(editor.get("/admin/indexes/search-type").status()).isEqualTo(403);
  }

  private static TestAnswer send(TestClient<TestAnswer> client, String path, String form) {
    return client.send("POST", path, BodyPublishers.ofString(form), "Content-Type", FORM);
  }

  @Test
  void dropsAndCreatesTheIndexOnSearchTypes() {
    String path = "/admin/indexes/search-type";
    assertThat(CLIENT.get(path).json().path("present").asBoolean()).isTrue();
    for (boolean wanted : new boolean[] {false, false, true, true}) {
      TestAnswer answer = CLIENT.json("PUT", path, "{\"present\":" + wanted + "}");
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.json().path("present").asBoolean()).isEqualTo(wanted);
      assertThat(
              SERVER.count(
                  "select count(*) from pg_indexes where indexname = 'version_search_type'"))
          .isEqualTo(wanted ? 1 : 0);
    }
  }
}
