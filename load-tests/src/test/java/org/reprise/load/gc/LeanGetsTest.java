package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.load.stack.Credentials;

/** An answer that is not the right one is no answer. */
class LeanGetsTest {
  private static final Duration SOME = Duration.ofSeconds(1);

  private final LeanGets gets = new LeanGets(2, new Credentials("reprise", "secret"));

  @Test
  void anAnswerOfAnotherSizeIsRefused() throws Exception {
    assertThatThrownBy(() -> ask(200, "short", 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("5 bytes instead of 10");
  }

  @Test
  void anotherStatusIsRefused() throws Exception {
    assertThatThrownBy(() -> ask(503, "busy", 4))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("503");
  }

  private double ask(int status, String body, int bytes) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, body.length());
          try (var out = exchange.getResponseBody()) {
            out.write(body.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
          }
        });
    server.start();
    try {
      var address = URI.create("http://127.0.0.1:%d/x".formatted(server.getAddress().getPort()));
      return gets.perSecond(address, "text/plain", bytes, SOME);
    } finally {
      server.stop(0);
    }
  }
}
