package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.clm.Link;
import org.reprise.load.deploy.Credentials;

/** What is asked of an index, and what its answers are taken for. */
class BackLinksTest {
  private static final String ANSWER =
      """
      PREFIX oslc_cm: <http://open-services.net/ns/cm#>
      <http://h/ccm/resource/1> oslc_cm:implementsRequirement <http://h/rm/resource/12> .
      <http://h/ccm/resource/2> oslc_cm:implementsRequirement <http://h/rm/resource/12> .
      """;
  private static final String IMPLEMENTS = "http://open-services.net/ns/cm#implementsRequirement";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String answer = ANSWER;
  private HttpServer server;
  private BackLinks index;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/discover-links",
        call -> {
          asked.add(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          var bytes = answer.getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(status, bytes.length);
          call.getResponseBody().write(bytes);
          call.close();
        });
    server.start();
    index =
        new BackLinks(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            new Credentials("reprise", "secret"));
  }

  @AfterEach
  void stop() throws IOException {
    index.close();
    server.stop(0);
  }

  @Test
  void everyLinkOfAnAnswerIsRead() throws Exception {
    assertThat(index.to(List.of("http://h/rm/resource/12")))
        .containsExactlyInAnyOrder(
            new Link("http://h/ccm/resource/1", IMPLEMENTS, "http://h/rm/resource/12"),
            new Link("http://h/ccm/resource/2", IMPLEMENTS, "http://h/rm/resource/12"));
    assertThat(asked.getFirst()).contains("<http://h/rm/resource/12>").contains("\"incoming\"");
  }

  /** {@code …/1} is the beginning of {@code …/12}, and no link points to it. */
  @Test
  void aLinkToAnotherArtifactIsNone() throws Exception {
    index.toOne("http://h/rm/resource/12");
    assertThatThrownBy(() -> index.toOne("http://h/rm/resource/1"))
        .hasMessageContaining("no link to http://h/rm/resource/1");
  }

  @Test
  void manyArtifactsAreAskedForInSeveralRequests() throws Exception {
    var many = IntStream.range(0, 2_500).mapToObj(i -> "http://h/rm/resource/" + i).toList();
    index.to(many);
    assertThat(asked).hasSize(3);
    assertThat(index.to(List.of())).isEmpty();
    assertThat(asked).hasSize(3);
  }

  /** Other faults of a request have the same status. */
  @Test
  void tellsMissingConfigurationByItsIdentifier() {
    status = 400;
    answer = "[] <http://purl.org/dc/terms/identifier> \"BadObjectRequest\" .";
    assertThatThrownBy(() -> index.to(List.of("http://h/qm/resource/1")))
        .isInstanceOf(BackLinks.ConfigurationRequired.class)
        .hasMessageContaining("answered 400");

    answer = "[] <http://purl.org/dc/terms/identifier> \"LimitReached\" .";
    assertThatThrownBy(() -> index.to(List.of("http://h/qm/resource/1")))
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("answered 400");
  }
}
