package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;

/** How services are started, with a program that has no need of a database. */
class ServiceStartTest {
  @TempDir private Path checkout;
  private Home home;

  @BeforeEach
  void build() throws IOException {
    home = PlainService.built(checkout);
  }

  /** SPRING_APPLICATION_JSON and system properties outrank the environment, not arguments. */
  @Test
  void addressAndPortAreArguments() throws Exception {
    try (var service = start(FreePort.lasting())) {
      assertThat(service.service().jvmFlags()).isEqualTo(flags());
      assertThat(Files.readString(checkout.resolve("notes")))
          .isEqualTo(
              "--server.address=127.0.0.1 --server.port=" + service.origin().getPort() + "\n");
    }
  }

  /** Its database may know the port by then: nothing of it would be found at another one. */
  @Test
  void namesPortThatAnotherProgramHas() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(taken.getLocalPort()).close())
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining(PlainService.MODULE)
          .hasMessageContaining("port " + taken.getLocalPort());
    }
    assertThat(home.run()).as("pid files").isEmptyDirectory();
  }

  private ServiceProcess start(int port) throws IOException, InterruptedException {
    var service =
        new ServiceProcess.Service(
            PlainService.MODULE,
            flags(),
            new Database("jdbc:postgresql://127.0.0.1:1/none", "user", ""),
            new Credentials("user", "secret"),
            Map.of(PlainService.NOTES, checkout.resolve("notes").toString()));
    return ServiceProcess.start(
        home,
        service,
        new ServiceProcess.Place(
            port, false, checkout.resolve("service.log"), home.pidFile("service"), List.of()));
  }

  private static List<String> flags() {
    return List.of("-Xmx64m", "-XX:+UseSerialGC", ServiceProcess.EXIT_ON_OUT_OF_MEMORY);
  }
}
