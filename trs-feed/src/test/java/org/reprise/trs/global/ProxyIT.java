package org.reprise.trs.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.process.FreePort;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.GcServer;
import org.reprise.trs.TrsServer;

/** Requests for global configurations that come through an application. */
class ProxyIT {
  private static final GcServer GC = GcServer.shared();
  private static final TrsServer SERVER = TrsServer.withGlobalConfigurations();
  private static final OslcClient CLIENT = SERVER.client();

  @BeforeEach
  void heal() {
    GC.heal();
    GC.stream(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"qm", "rm"})
  void forwardsAnswerUnchanged(String application) {
    OslcClient.Answer answer =
        CLIENT.get(
            "/" + application + "/proxy/gc/configuration/5",
            "Accept",
            "text/turtle",
            "Configuration-Context",
            "http://elsewhere.test/1",
            "OSLC-Core-Version",
            "2.0",
            "X-Secret",
            "stays here");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("text/turtle");
    assertThat(answer.header("Vary")).contains("Configuration-Context");
    assertThat(answer.body()).contains("Global 5");
    GcServer.Request asked = GC.asked().getLast();
    assertThat(asked.uri()).isEqualTo("/gc/configuration/5");
    assertThat(asked.header("Accept")).isEqualTo("text/turtle");
    assertThat(asked.header("Configuration-context")).isEqualTo("http://elsewhere.test/1");
    assertThat(asked.header("Oslc-core-version")).isEqualTo("2.0");
    assertThat(asked.header("X-secret")).isNull();
    assertThat(
            new String(
                Base64.getDecoder()
                    .decode(Objects.requireNonNull(asked.header("Authorization")).substring(6)),
                StandardCharsets.UTF_8))
        .as("the caller's credentials stay here")
        .isEqualTo("application:its secret");
    OslcClient.Answer unchanged =
        CLIENT.get("/" + application + "/proxy/gc/configuration/5", "If-None-Match", answer.etag());
    assertThat(unchanged.status()).isEqualTo(304);
    assertThat(unchanged.etag()).isEqualTo(answer.etag());
  }

  @Test
  void forwardsSearchesWithTheirParametersAsTheyCame() {
    GC.document("/gc/search", "{}");
    assertThat(CLIENT.get("/qm/proxy/gc/search?q=a%26b%20c%2F..&type=stream&page=2").status())
        .isEqualTo(200);
    assertThat(GC.asked().getLast().uri())
        .isEqualTo("/gc/search?q=a%26b%20c%2F..&type=stream&page=2");
  }

  @Test
  void connectionsStayOpen() {
    int before = GC.asked().size();
    for (int n = 0; n < 20; n++) {
      assertThat(CLIENT.get("/qm/proxy/gc/configuration/5").status()).isEqualTo(200);
    }
    assertThat(
            GC.asked().stream()
                .skip(before)
                .map(GcServer.Request::port)
                .collect(Collectors.toSet()))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/qm/proxy/",
        "/qm/proxy/gc",
        "/qm/proxy/gc/",
        "/qm/proxy/admin",
        "/qm/proxy/gcx/configuration/5",
        "/qm/proxy/gc/configuration/5/",
        "/qm/proxy/gc/%63onfiguration/5",
        "/qm/proxy/gc/.well-known",
        "/ccm/proxy/gc/configuration/5",
      })
  void forwardsNothingElse(String path) {
    int before = GC.asked().size();
    Documents.error(CLIENT.get(path), 404);
    assertThat(GC.asked()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/qm/proxy/gc/../admin",
        "/qm/proxy/gc/%2e%2e/admin",
        "/qm/proxy/gc/..%2fadmin",
        "/qm/proxy/gc//configuration/5",
        "/qm/proxy/gc/configuration%2f5",
        "/qm/proxy/gc/configuration%5c5",
        "/qm/proxy/gc/configuration;a=b/5",
        "/qm/proxy/gc/./configuration/5",
        "/qm/proxy/@127.0.0.1:1/gc/configuration/5",
        "http://127.0.0.1:1/gc/configuration/5",
      })
  void rejectsAmbiguousPaths(String path) throws IOException {
    int before = GC.asked().size();
    String status = raw(path);
    assertThat(status).matches("HTTP/1.1 (400|404) .*");
    assertThat(GC.asked()).hasSize(before);
  }

  // As it is: a client of HTTP would make a plain path of it.
  private static String raw(String path, String... headers) throws IOException {
    URI address = URI.create(SERVER.address());
    String credentials =
        Base64.getEncoder()
            .encodeToString(
                (TrsServer.USERNAME + ":" + TrsServer.PASSWORD).getBytes(StandardCharsets.UTF_8));
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(300_000);
      socket
          .getOutputStream()
          .write(
              ("GET "
                      + path
                      + " HTTP/1.1\r\nHost: "
                      + address.getAuthority()
                      + "\r\nConnection: close\r\nAuthorization: Basic "
                      + credentials
                      + "\r\n"
                      + Arrays.stream(headers)
                          .map(header -> header + "\r\n")
                          .collect(Collectors.joining())
                      + "\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      return Objects.requireNonNull(in.readLine());
    }
  }

  @Test
  void onlyReadersWithCredentialsComeThrough() {
    int before = GC.asked().size();
    Documents.error(SERVER.client("", "").get("/qm/proxy/gc/configuration/5"), 401);
    Documents.error(CLIENT.post("/qm/proxy/gc/configuration/5", "<> <> <> ."), 405);
    Documents.error(CLIENT.delete("/qm/proxy/gc/configuration/5"), 405);
    assertThat(CLIENT.send("HEAD", "/qm/proxy/gc/configuration/5", null).status()).isEqualTo(405);
    assertThat(GC.asked()).hasSize(before);
  }

  @Test
  void rejectsAmbiguousHeaders() throws IOException {
    int before = GC.asked().size();
    assertThat(raw("/qm/proxy/gc/configuration/5", "Configuration-Context: http://a.test/\u00fc"))
        .startsWith("HTTP/1.1 400");
    assertThat(GC.asked()).hasSize(before);
  }

  @ParameterizedTest
  @CsvSource({
    "301, 502",
    "303, 502",
    "401, 502",
    "407, 502",
    "500, 502",
    "503, 503",
    "404, 404",
    "406, 406"
  })
  void serverFaultIsNotAnsweredAsCallersFault(int status, int handed) {
    GC.fault(
        "/gc/configuration/5",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "http://elsewhere.test/");
          exchange.getResponseHeaders().set("WWW-Authenticate", "Basic");
          exchange.sendResponseHeaders(status, -1);
        });
    OslcClient.Answer answer = CLIENT.get("/qm/proxy/gc/configuration/5");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(handed);
    assertThat(answer.header("Location")).isEmpty();
    assertThat(answer.header("WWW-Authenticate")).isEmpty();
    if (handed >= 500) {
      assertThat(Documents.error(answer, handed)).contains("global configurations");
    }
    assertThat(answer.header("Retry-After").isEmpty()).isEqualTo(handed != 503);
  }

  @Test
  void forwardsLongAnswer() {
    String text = "# " + "x".repeat(900_000);
    GC.document("/gc/configuration/6", text);
    assertThat(CLIENT.get("/qm/proxy/gc/configuration/6").body()).isEqualTo(text);
    GC.fault(
        "/gc/configuration/6",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/turtle");
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
          }
        });
    assertThat(CLIENT.get("/qm/proxy/gc/configuration/6").body())
        .as("of unknown length")
        .isEqualTo(text);
  }

  @Test
  void answerOverLimitReturns502OrBreaksOff() {
    byte[] text = "x".repeat(2_000_000).getBytes(StandardCharsets.UTF_8);
    GC.document("/gc/configuration/7", new String(text, StandardCharsets.UTF_8));
    Documents.error(CLIENT.get("/qm/proxy/gc/configuration/7"), 502);
    GC.fault(
        "/gc/configuration/7",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(text);
        });
    assertThatThrownBy(() -> CLIENT.get("/qm/proxy/gc/configuration/7"))
        .as("the caller does not take a part of it for the whole")
        .hasRootCauseInstanceOf(IOException.class);
    assertThat(CLIENT.get("/qm/proxy/gc/configuration/5").status()).isEqualTo(200);
  }

  @Test
  void returns504ForSlowServerAnd503ForAbsentOne() {
    // It comes back to its port, which nobody else may be given meanwhile.
    GcServer gc = GcServer.start(FreePort.lasting());
    CountDownLatch end = new CountDownLatch(1);
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=qm",
            "--reprise.trs.global-configurations.base-uri=" + gc.base(),
            "--reprise.trs.global-configurations.open-duration=100ms",
            "--reprise.trs.global-configurations.connect-timeout=250ms",
            "--reprise.trs.global-configurations.timeout=500ms")) {
      OslcClient client = server.client();
      gc.stream(1);
      // As often as it takes where the machine is too slow for such a limit.
      await().until(() -> client.get("/qm/proxy/gc/configuration/1").status() == 200);
      gc.fault(
          "*",
          exchange -> {
            try {
              end.await(2, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      Documents.error(
          await()
              .until(
                  () -> client.get("/qm/proxy/gc/configuration/1"),
                  answer -> answer.status() == 504),
          504);
      end.countDown();
      gc.close();
      OslcClient.Answer answer = client.get("/qm/proxy/gc/configuration/1");
      Documents.error(answer, 503);
      assertThat(answer.header("Retry-After")).isNotEmpty();
      for (int n = 0; n < 30; n++) {
        Documents.error(client.get("/qm/proxy/gc/configuration/1"), 503);
      }
      GcServer again = GcServer.start(gc.port());
      try (again) {
        again.stream(1);
        await().until(() -> client.get("/qm/proxy/gc/configuration/1").status() == 200);
      }
    } finally {
      end.countDown();
      gc.close();
    }
  }

  /** What one caller names must not have the server left alone for all. */
  @Test
  void opensCircuitForUnavailableServerAndForNoAddressOfCaller() {
    GC.fault("/gc/not-implemented", GcServer.status(501));
    GC.fault("/gc/broken", GcServer.status(500));
    GC.fault("/gc/beyond", GcServer.status(502));
    GC.fault("/gc/late-beyond", GcServer.status(504));
    GC.fault(
        "/gc/long-header",
        exchange -> {
          exchange.getResponseHeaders().set("Link", "x".repeat(20_000));
          exchange.sendResponseHeaders(200, -1);
        });
    GC.fault(
        "/gc/closed",
        exchange -> {
          throw new IOException("it closes the connection");
        });
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=qm",
            "--reprise.trs.global-configurations.base-uri=" + GC.base(),
            "--reprise.trs.global-configurations.timeout=5m",
            "--reprise.trs.global-configurations.open-duration=1h")) {
      OslcClient client = server.client();
      for (String path :
          List.of("not-implemented", "broken", "beyond", "late-beyond", "long-header", "closed")) {
        for (int n = 0; n < 21; n++) {
          assertThat(client.get("/qm/proxy/gc/" + path).status()).as(path).isIn(502, 503);
        }
        assertThat(client.get("/qm/proxy/gc/configuration/5").status()).as(path).isEqualTo(200);
      }
      GC.fault("*", GcServer.status(503));
      for (int n = 0; n < 20; n++) {
        assertThat(client.get("/qm/proxy/gc/configuration/5").status()).isEqualTo(503);
      }
      int before = GC.asked().size();
      Documents.error(client.get("/qm/proxy/gc/configuration/5"), 503);
      assertThat(GC.asked()).hasSize(before);
    }
  }

  @Test
  void returns404WithoutServer() {
    assertThat(
            Documents.error(TrsServer.shared().client().get("/qm/proxy/gc/configuration/1"), 404))
        .contains("reprise.trs.global-configurations.base-uri");
  }
}
