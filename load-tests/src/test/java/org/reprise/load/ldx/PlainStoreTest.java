package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.deploy.Credentials;

class PlainStoreTest {
  private static final String IMPLEMENTS = "http://open-services.net/ns/cm#implementsRequirement";

  @TempDir private Path folder;

  private final Map<String, String> documents = new ConcurrentHashMap<>();
  private HttpServer server;
  private String origin;
  private ServiceCalls calls;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          var document = documents.get(call.getRequestURI().getPath());
          call.sendResponseHeaders(document == null ? 404 : 200, 0);
          call.getResponseBody().write(String.valueOf(document).getBytes(StandardCharsets.UTF_8));
          call.close();
        });
    server.start();
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
    calls =
        new ServiceCalls(
            new Credentials("reprise", "secret"), Duration.ofSeconds(20), URI.create(origin));
    for (int i = 1; i <= 3; i++) {
      resource(i, i);
    }
  }

  /** With a link to a requirement, and a statement about something else. */
  private void resource(int number, int requirement) {
    documents.put(
        "/" + number,
        "<> <%1$s> <http://h/rm/%2$d> . <http://h/other> <%1$s> <http://h/rm/%2$d> ."
            .formatted(IMPLEMENTS, requirement));
  }

  @AfterEach
  void stop() {
    calls.close();
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void storesLatestOfEachResourceWhateverTheBatch(int batch) throws Exception {
    try (var store = new PlainStore(calls, folder.resolve("store"), batch)) {
      assertThat(store.index(List.of(origin + "/1", origin + "/2", origin + "/3"))).isPositive();
      resource(1, 11);
      store.index(List.of(origin + "/1"));
      assertThat(store.links(Set.of(IMPLEMENTS)))
          .containsExactlyInAnyOrder(link(1, 11), link(2, 2), link(3, 3));
      assertThat(store.links(Set.of("http://p"))).isEmpty();
    }
    assertThat(folder.resolve("store")).doesNotExist();
  }

  @Test
  void failsWhereResourceIsMissing() throws Exception {
    documents.remove("/3");
    try (var store = new PlainStore(calls, folder.resolve("store"), 1)) {
      assertThatThrownBy(() -> store.index(List.of(origin + "/3")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/3 answered 404");
    }
  }

  @Test
  void missingAndOtherLinksFailTheCheck() throws Exception {
    try (var store = new PlainStore(calls, folder.resolve("store"), 1)) {
      store.index(List.of(origin + "/1", origin + "/2"));

      var same = PlainStore.sameLinks(Set.of(link(1, 1), link(2, 2)), store);
      assertThat(same.passed()).isTrue();
      assertThat(PlainStore.sameLinks(Set.of(link(1, 1)), store).passed()).isFalse();
      var other = PlainStore.sameLinks(Set.of(link(1, 1), link(3, 3)), store);
      assertThat(other.passed()).isFalse();
      assertThat(other.detail())
          .isEqualTo(
              "the index holds 2 links; with a commit for 1 the plain store holds 1 of them and 1"
                  + " others");
      // An index without links would prove nothing.
      assertThat(PlainStore.sameLinks(Set.of(), store).passed()).isFalse();
    }
  }

  private Link link(int resource, int requirement) {
    return new Link(origin + "/" + resource, IMPLEMENTS, "http://h/rm/" + requirement);
  }
}
