package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;

class ProbeTest {
  private static final Credentials CREDENTIALS = new Credentials("me", "hidden");

  @Test
  void whatRefusesTheCredentialsIsNamedWithWhatToDo() throws Exception {
    for (var status : new int[] {401, 403}) {
      answering(
          status,
          uri ->
              assertThatThrownBy(() -> Probe.service(remote(uri), uri, CREDENTIALS))
                  .isInstanceOf(EnvironmentException.class)
                  .hasMessageContainingAll(uri.toString(), "'me'", "" + status, "--password-file")
                  .hasMessageNotContaining("hidden"));
    }
  }

  @Test
  void anyOtherAnswerIsGoodEnough() throws Exception {
    for (var status : new int[] {200, 302, 404, 500}) {
      answering(
          status,
          uri ->
              assertThatCode(() -> Probe.service(remote(uri), uri, CREDENTIALS))
                  .doesNotThrowAnyException());
    }
  }

  @Test
  void whatDoesNotAnswerIsNamedWithWhatToDo() {
    var port = FreePort.lasting();
    var uri = URI.create("http://127.0.0.1:" + port + "/api");

    assertThatThrownBy(() -> Probe.service(remote(uri), uri, CREDENTIALS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll(uri.toString(), "does not answer", "--target");
    assertThatThrownBy(() -> Probe.port(port))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll(":" + port, "docker compose up -d");
    assertThatThrownBy(() ->
            Probe.database(
                new Database("jdbc:postgresql://127.0.0.1:" + port + "/some", "me", "hidden")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll(":" + port, "refused", "docker compose up -d")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void aDatabaseThatHasAnotherPasswordIsNamed() {
    var real = TestDatabase.freshDatabase();

    assertThatCode(() -> Probe.database(real)).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> Probe.database(new Database(real.jdbcUrl(), real.username(), "hidden")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll("password authentication failed", "POSTGRES_PASSWORD")
        .hasMessageNotContaining("hidden");
  }

  private static Target remote(URI uri) {
    return new Target.Remote(uri, CREDENTIALS, false);
  }

  private interface Asking {
    void of(URI uri);
  }

  private static void answering(int status, Asking asking) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    try {
      asking.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api"));
    } finally {
      server.stop(0);
    }
  }
}
