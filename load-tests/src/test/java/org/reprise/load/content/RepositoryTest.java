package org.reprise.load.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Credentials;

class RepositoryTest {
  private HttpServer server;
  private Repository repository;

  /** Holds the document "held", with the digest "d". */
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          var isHeld = call.getRequestURI().getPath().equals("/documents/held/content");
          call.getResponseHeaders().set("ETag", isHeld ? "\"d\"" : "");
          call.sendResponseHeaders(isHeld ? 200 : 404, -1);
          call.close();
        });
    server.start();
    var origin = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    repository = new Repository(origin, new Credentials("reprise", "secret"));
  }

  @AfterEach
  void stop() {
    repository.close();
    server.stop(0);
  }

  private List<String> faults(String added, Set<String> removing, Set<String> removed)
      throws IOException, InterruptedException {
    return repository.faults(List.of(added), removing, removed);
  }

  @Test
  void findsLostAndChangedDocuments() throws Exception {
    assertThat(faults("held d", Set.of(), Set.of())).isEmpty();
    assertThat(faults("held e", Set.of(), Set.of())).hasSize(1);
    assertThat(faults("gone d", Set.of("held"), Set.of())).hasSize(1);
  }

  @Test
  void findsDocumentsWhoseRemovalWasAcknowledged() throws Exception {
    assertThat(faults("gone d", Set.of("gone"), Set.of("gone"))).isEmpty();
    assertThat(faults("held d", Set.of("held"), Set.of("held"))).hasSize(1);
  }

  /** It may have been done: its answer came too late, or not at all. */
  @Test
  void leavesOpenWhetherUnansweredRemovalWasDone() throws Exception {
    assertThat(faults("gone d", Set.of("gone"), Set.of())).isEmpty();
    assertThat(faults("held d", Set.of("held"), Set.of())).isEmpty();
    assertThat(faults("held e", Set.of("held"), Set.of())).hasSize(1);
  }
}
