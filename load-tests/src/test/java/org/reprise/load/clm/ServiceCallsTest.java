package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Credentials;

class ServiceCallsTest {
  private final List<String> elsewhere = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private HttpServer other;
  private ServiceCalls calls;

  @BeforeEach
  void start() throws IOException {
    other = server();
    other.createContext(
        "/",
        call -> {
          elsewhere.add(call.getRequestURI().getPath());
          call.sendResponseHeaders(200, -1);
          call.close();
        });
    server = server();
    server.createContext(
        "/",
        call -> {
          var path = call.getRequestURI().getPath();
          if (path.equals("/away")) {
            call.getResponseHeaders().set("Location", at(other, "/there").toString());
          }
          call.sendResponseHeaders(path.equals("/away") ? 303 : 200, -1);
          call.close();
        });
    calls =
        new ServiceCalls(
            new Credentials("reprise", "secret"), Duration.ofSeconds(20), at(server, ""));
  }

  private static HttpServer server() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    return server;
  }

  private static URI at(HttpServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @AfterEach
  void stop() {
    calls.close();
    server.stop(0);
    other.stop(0);
  }

  @Test
  void followsNeitherLinkToOtherOriginNorRedirect() {
    assertThatThrownBy(() -> calls.get(at(server, "/away"), "text/plain"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/away answered 303");
    assertThatThrownBy(() -> calls.answers(List.of(at(server, "/here"), at(other, "/link"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/link is not of");
    assertThat(elsewhere).isEmpty();
  }

  @Test
  void answersComeInOrderOfTheirAddresses() throws Exception {
    assertThat(calls.answers(List.of(at(server, "/here"), at(server, "/there"))))
        .extracting(it -> it.request().uri().getPath())
        .containsExactly("/here", "/there");
  }
}
