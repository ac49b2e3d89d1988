package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that answers 401 is told from a fault of ours: what to do, and no stack trace. */
class WrongPasswordTest extends InOwnHome {
  private HttpServer refusing;

  @BeforeEach
  void start() throws IOException {
    refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    refusing.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    refusing.start();
  }

  @AfterEach
  void stop() {
    refusing.stop(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cps", "ebms", "lists"})
  void againstCompose(String system) throws IOException {
    var port = refusing.getAddress().getPort();
    Files.writeString(
        folder.resolve(".env"),
        "REPRISE_SECURITY_PASSWORD=hidden\nCPS_PORT=%1$d\nEBMS_PORT=%1$d\nLISTS_PORT=%1$d\n"
            .formatted(port));

    refused("run", system, "--profile", "smoke", "--target", "compose");

    assertThat(err.toString()).contains("docker compose up -d");
  }

  @Test
  void againstAUrl() throws IOException {
    refused(
        "run",
        "cps",
        "--profile",
        "smoke",
        "--target",
        "http://127.0.0.1:%d/cps/api".formatted(refusing.getAddress().getPort()),
        "--username",
        "reprise",
        "--password-file",
        Files.writeString(folder.resolve("password"), "hidden").toString());

    assertThat(err.toString()).contains("--password-file");
  }

  private void refused(String... arguments) {
    var code =
        Reprise.commandLine(Systems.ALL)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);

    assertThat(code).as(err.toString()).isEqualTo(Reprise.ENVIRONMENT);
    assertThat(err.toString())
        .contains("refuses the user 'reprise' (401)")
        .doesNotContain("\tat ", "hidden", "internal error");
  }
}
