package org.reprise.load.triplestore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;

/** Reads a feed over HTTP: a log of two segments and four resources. */
class PlainIndexerTest {
  private static final String PREFIXES =
      """
      PREFIX trs: <http://open-services.net/ns/core/trs#>
      PREFIX cm: <http://open-services.net/ns/cm#>
      """;
  private static final String IMPLEMENTS = "http://open-services.net/ns/cm#implementsRequirement";

  @TempDir private Path folder;

  private final Map<String, String> documents = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private String origin;
  private ServiceCalls calls;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
    calls =
        new ServiceCalls(
            new Credentials("reprise", "secret"), Duration.ofSeconds(20), URI.create(origin));
    document("/trs", "<%o/trs> trs:base <%o/base> ; trs:changeLog <%o/log/1> . " + first());
    document("/log/1", first());
    for (int i = 1; i <= 3; i++) {
      resource(i, i);
    }
  }

  private static String first() {
    return "<%o/log/1> trs:change <%o/log/1#1> ." + event("1#1", "Creation", 3, 1);
  }

  private static String event(String event, String type, int resource, int order) {
    return "<%%o/log/%s> a trs:%s ; trs:changed <%%o/%d> ; trs:order %d . "
        .formatted(event, type, resource, order);
  }

  /** With a link to a requirement, a title, and a statement about something else. */
  private void resource(int number, int requirement) {
    document(
        "/" + number,
        """
        <%%o/%1$d> a cm:ChangeRequest ; cm:implementsRequirement <http://h/rm/%2$d> ; cm:title "One" .
        <http://h/other> cm:implementsRequirement <http://h/rm/%2$d> .
        """
            .formatted(number, requirement));
  }

  private void document(String path, String turtle) {
    documents.put(path, PREFIXES + turtle.replace("%o", origin));
  }

  private void answer(HttpExchange call) throws IOException {
    var path = call.getRequestURI().getPath();
    asked.add(path);
    if (documents.containsKey(path)) {
      var bytes = documents.get(path).getBytes(StandardCharsets.UTF_8);
      call.sendResponseHeaders(200, bytes.length);
      call.getResponseBody().write(bytes);
    } else {
      call.sendResponseHeaders(404, -1);
    }
    call.close();
  }

  @AfterEach
  void stop() {
    calls.close();
    server.stop(0);
  }

  private PlainIndexer indexer(int batch) throws IOException {
    return new PlainIndexer(calls, URI.create(origin + "/trs"), folder.resolve("store"), 2, batch);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void storesEveryChangeWhateverTheBatch(int batch) throws Exception {
    try (var indexer = indexer(batch)) {
      changes();
      assertThat(indexer.follow().resources()).isEqualTo(4);
      assertThat(indexer.links(IMPLEMENTS))
          .containsExactlyInAnyOrder(link(1, 11), link(2, 2), link(3, 3), link(4, 4));
      assertThat(indexer.links("http://p")).isEmpty();
      assertThat(asked).containsOnlyOnce("/1", "/2", "/3", "/4");
      assertThat(indexer.follow().resources()).isZero();
    }
    assertThat(folder.resolve("store")).doesNotExist();
  }

  @Test
  void indexesWhatChangedAfterTheEventThatItKnows() throws Exception {
    try (var indexer = indexer(2)) {
      assertThat(indexer.follow().resources()).isEqualTo(1);
      changes();
      asked.clear();
      assertThat(indexer.follow().resources()).isEqualTo(3);
      assertThat(indexer.links(IMPLEMENTS))
          .containsExactlyInAnyOrder(link(1, 11), link(2, 2), link(3, 3), link(4, 4));
      assertThat(asked).doesNotContain("/3");
    }
  }

  /** Resource 1 is changed twice, 2 once, 4 is new; in two segments. */
  private void changes() {
    var head =
        "<%o/log/2> trs:previous <%o/log/1> ; trs:change <%o/log/2#3>, <%o/log/2#4>, <%o/log/2#5> ."
            + event("2#3", "Modification", 1, 3)
            + event("2#5", "Modification", 2, 5)
            + event("2#4", "Creation", 4, 4);
    document("/trs", "<%o/trs> trs:base <%o/base> ; trs:changeLog <%o/log/2> . " + head);
    document(
        "/log/1",
        first()
            + " <%o/log/1> trs:change <%o/log/1#2>, <%o/log/1#2a> ."
            + event("1#2", "Modification", 1, 2)
            + event("1#2a", "Modification", 2, 2));
    resource(1, 11);
    resource(4, 4);
  }

  @Test
  void skipsWhatWasThereBefore() throws Exception {
    try (var indexer = indexer(1)) {
      changes();
      indexer.skip();
      assertThat(indexer.follow().resources()).isZero();
      assertThat(indexer.links(IMPLEMENTS)).isEmpty();
    }
  }

  @Test
  void refusesLogWithoutTheEventThatItKnows() throws Exception {
    try (var indexer = indexer(1)) {
      indexer.skip();
      document(
          "/trs",
          "<%o/trs> trs:base <%o/base> ; trs:changeLog <%o/log/9> . <%o/log/9> trs:change"
              + " <%o/log/9#9> ."
              + event("9#9", "Creation", 4, 9));
      assertThatThrownBy(indexer::follow)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not go back to " + origin + "/log/1#1");
    }
  }

  @Test
  void failsWhereResourceIsMissing() throws Exception {
    documents.remove("/3");
    try (var indexer = indexer(1)) {
      assertThatThrownBy(indexer::follow)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/3 answered 404");
    }
  }

  private Link link(int resource, int requirement) {
    return new Link(origin + "/" + resource, IMPLEMENTS, "http://h/rm/" + requirement);
  }
}
