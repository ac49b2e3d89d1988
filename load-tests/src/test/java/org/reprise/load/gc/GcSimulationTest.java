package org.reprise.load.gc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Properties;

class GcSimulationTest {
  private HttpServer service;

  @BeforeEach
  void start() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    service.createContext(
        "/gc/search",
        exchange -> {
          var empty = "{\"pages\":1,\"results\":[]}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, empty.length);
          exchange.getResponseBody().write(empty);
          exchange.close();
        });
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  @Test
  void namesFillRequestsWhereServiceIsEmpty() {
    assertThatThrownBy(() -> byHand(Map.of()))
        .hasMessageContaining("has no stream to which the applications contribute")
        .hasMessageContaining("/gc/fill");
  }

  @Test
  void rejectsUnknownExperimentAndForeignHost() {
    assertThatThrownBy(() -> byHand(Map.of("experiment", "ui-1")))
        .hasMessageContaining("no experiment 'ui-1'");
    assertThatThrownBy(() -> byHand(Map.of("applications", "http://192.0.2.1/")))
        .hasMessageContaining("192.0.2.1");
  }

  private LoadSpec byHand(Map<String, String> given) {
    var base = "http://127.0.0.1:" + service.getAddress().getPort();
    var system =
        new HashMap<>(Map.of("base", base, "applications", base, "username", "u", "password", "p"));
    system.putAll(given);
    return GcSimulation.byHand("ui-100", new Properties(system::get, _ -> null));
  }
}
