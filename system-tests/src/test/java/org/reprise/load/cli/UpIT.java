package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.cps.CpsSuite;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.ebms.EbmsSuite;
import org.reprise.load.engine.UsageException;
import org.reprise.load.ldx.LdxSuite;
import org.reprise.load.measure.Check;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;

/**
 * {@code up}, {@code status} and {@code down} in a checkout of their own with the built services.
 */
class UpIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  private LocalServices services;
  private final List<String> steps = new ArrayList<>();

  @BeforeEach
  void checkout() throws IOException {
    CommandProcess.checkout(
        folder,
        "cps-core",
        "ebms-adapter",
        "list-refresh",
        "trs-feed",
        "ldx-indexer",
        "gc-service",
        "content-store");
    services = with(Map.of());
  }

  @AfterEach
  void down() throws Exception {
    services.down(steps::add);
  }

  @Test
  void whatDiedIsNamedAndComesBack() throws Exception {
    var port = FreePort.lasting();
    up(port);
    var first = services.status();
    assertThat(first)
        .extracting(LocalServices.Status::name)
        .containsExactly("postgresql", "cps-core");
    assertThat(first).allMatch(LocalServices.Status::healthy);

    // The database comes back at its port, and the service finds it there.
    kill(database());
    assertThat(database().address()).startsWith("has died");
    await().atMost(LIMIT).until(() -> !service().healthy());
    assertThat(service().notes().get(1)).containsAnyOf("NOT READY", "DOES NOT ANSWER");
    up();
    await().atMost(LIMIT).until(() -> service().healthy());
    assertThat(database().address()).isEqualTo(first.getFirst().address());
    assertThat(service().pid()).isEqualTo(first.getLast().pid());

    // Its port is taken meanwhile: the service is started again with the new one.
    kill(database());
    try (var _ = stranger(first.getFirst().address())) {
      up();
    }
    assertThat(steps).anyMatch(step -> step.startsWith("cps-core is started again"));
    assertThat(database().address()).isNotEqualTo(first.getFirst().address());
    await().atMost(LIMIT).until(() -> service().healthy());
    assertThat(service().address()).isEqualTo(first.getLast().address());
    assertThat(service().pid()).isNotEqualTo(first.getLast().pid());

    // The service itself.
    kill(service());
    assertThat(service().healthy()).isFalse();
    up();
    assertThat(service().address()).contains(":" + port + "/");
    await().atMost(LIMIT).until(() -> service().healthy());
  }

  @Test
  void faultsLoseNothingThatWasAcknowledged() throws Exception {
    var lines = new ArrayList<String>();
    Check kept;
    try (var interruption = new Interruption()) {
      kept =
          ChaosCommand.run(new CpsSuite(), new Home(folder), interruption, lines::add, lines::add);
    }

    assertThat(kept.passed()).as(lines.toString()).isTrue();
    for (var victim : List.of("postgresql", "cps-core")) {
      assertThat(lines).anyMatch(it -> it.matches(victim + " +killed .*"));
      assertThat(lines).anyMatch(it -> it.matches(victim + " +stopped .*"));
    }
    assertThat(kept.detail()).endsWith(" writes acknowledged, none lost");
    assertThat(folder.resolve(".reprise-chaos")).doesNotExist();
  }

  private LocalServices.Status database() throws IOException, InterruptedException {
    return services.status().getFirst();
  }

  private LocalServices.Status service() throws IOException, InterruptedException {
    return services.status().getLast();
  }

  @Test
  void aPortThatIsTakenIsRefusedBeforeAnythingIsStarted() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> up(taken.getLocalPort()))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("cannot be used")
          .hasMessageContaining("CPS_PORT");
    }
    assertThat(services.status()).isEmpty();
    assertThat(folder.resolve(".reprise/postgresql")).doesNotExist();
  }

  @Test
  void twoServicesOnOnePortAreRefused() {
    var port = Integer.toString(FreePort.lasting());
    assertThatThrownBy(() ->
            with(Map.of("CPS_PORT", port, "EBMS_PORT", port))
                .up(List.of(CpsSuite.SERVICE, new EbmsSuite().service()), steps::add))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot serve both");
  }

  /** The feed's callers keep the password that it was started with; the index would call it. */
  @Test
  void refusesAnotherLogInThanThatOfServicesThatRun() throws Exception {
    var secret = folder.resolve(".reprise/ldx-indexer.password");
    Files.createDirectories(secret.getParent());
    Files.writeString(secret, "first");
    try (var _ =
        LocalProcess.builder("trs-feed", List.of("sleep", "600"))
            .pidFile(folder.resolve(".reprise/up/trs-feed.pid"))
            .start()) {
      for (var variable : List.of(EnvFile.PASSWORD, EnvFile.USERNAME)) {
        var other = with(Map.of(variable, "second", "LDX_PORT", "" + FreePort.lasting()));
        assertThatThrownBy(() -> other.up(List.of(new LdxSuite().service()), steps::add))
            .isInstanceOf(EnvironmentException.class)
            .hasMessageContaining("trs-feed runs with the user reprise")
            .hasMessageContaining("the password in " + secret);
      }
    }
    assertThat(secret).content().isEqualTo("first");
    assertThat(folder.resolve(".reprise/postgresql")).doesNotExist();
  }

  @Test
  void anInterruptedStartLeavesNothing() throws Exception {
    try (var up = command(Map.of("CPS_PORT", "" + FreePort.lasting()), "up", "cps")) {
      await()
          .atMost(LIMIT)
          .until(() ->
              Files.exists(folder.resolve(".reprise/up/cps-core.pid")) || !up.process().isAlive());
      // SIGTERM: the same hook as for Ctrl-C, which a shell in the background ignores.
      up.process().destroy();
      assertThat(up.await(LIMIT)).isNotZero();
      assertThat(up.err()).contains("ending what was started");
    }
    assertThat(services.status()).isEmpty();
    assertThat(processesOf(folder)).isEmpty();
  }

  /** Two at once: what the one starts is not the other's to end. */
  @Test
  void aStartThatFailsEndsNothingOfAnother() throws Exception {
    try (var good = command(Map.of("CPS_PORT", "" + FreePort.lasting()), "up", "cps");
        var bad =
            command(
                Map.of(
                    "REPRISE_EBMS_PING_PERSIST", "perhaps", "EBMS_PORT", "" + FreePort.lasting()),
                "up",
                "ebms")) {
      assertThat(bad.await(LIMIT)).as(bad.err()).isEqualTo(Reprise.ENVIRONMENT);
      assertThat(good.await(LIMIT)).as(good.err()).isZero();
      assertThat(good.err() + bad.err()).contains("waiting for it");
    }
    assertThat(services.status())
        .extracting(LocalServices.Status::name)
        .containsExactly("postgresql", "cps-core");
    assertThat(services.status()).allMatch(LocalServices.Status::healthy);
  }

  @Test
  void downWaitsForAStartThatIsUnderWay() throws Exception {
    try (var lock = services.lock(steps::add);
        var down = command(Map.of(), "down")) {
      await()
          .atMost(LIMIT)
          .until(() -> down.err().contains("waiting for it") || !down.process().isAlive());
      assertThat(down.process().isAlive()).as(down.out()).isTrue();
      lock.close();
      assertThat(down.await(LIMIT)).isZero();
      assertThat(down.out()).contains("nothing was running");
    }
  }

  @Test
  void theEnvironmentDecidesPortsAndSettings() throws Exception {
    var port = FreePort.lasting();
    var environment =
        Map.of(
            "EBMS_PORT",
            "" + port,
            "REPRISE_EBMS_PING_PERSIST",
            "true",
            "SERVER_PORT",
            "1",
            "SPRING_APPLICATION_JSON",
            "{\"server\":{\"port\":2}}",
            "JAVA_TOOL_OPTIONS",
            "-Dserver.port=3");
    try (var up = command(environment, "up", "ebms")) {
      assertThat(up.await(LIMIT)).as(up.err()).isZero();
      assertThat(up.out())
          .contains(
              "http://127.0.0.1:" + port + "/ebms", "Pings are stored before they are accepted");
    }
    var ebms = services.status().getLast();
    assertThat(environmentOf(ebms)).contains("REPRISE_EBMS_PING_PERSIST=true");
    assertThat(ebms.healthy()).isTrue();

    try (var other = command(Map.of("EBMS_PORT", "" + FreePort.lasting()), "up", "ebms")) {
      assertThat(other.await(LIMIT)).isEqualTo(Reprise.ENVIRONMENT);
      assertThat(other.err()).contains("runs on port " + port);
    }
    kill(ebms);
    try (var overTls = command(keyStore(), "up", "ebms")) {
      assertThat(overTls.await(LIMIT)).as(overTls.err()).isZero();
      assertThat(overTls.out())
          .contains(
              "https://127.0.0.1:" + port + "/ebms",
              "Pings are not stored: a kill or a crash loses",
              "REPRISE_EBMS_PING_PERSIST=true");
    }
    assertThat(services.status().getLast().healthy()).isTrue();
    assertThat(commandOf(services.status().getLast())).contains("-XX:+ExitOnOutOfMemoryError");

    // An archive of its classes is left for the next start of this version.
    var process = ProcessHandle.of(services.status().getLast().pid().orElseThrow()).orElseThrow();
    process.destroy();
    process.onExit().join();
    try (var files = Files.walk(folder.resolve(".reprise/service/ebms-adapter"))) {
      assertThat(files).anyMatch(file -> file.endsWith("classes.jsa"));
    }
  }

  /** Variables of a service with a key, whose certificate names a partner and nobody trusts. */
  private Map<String, String> keyStore() throws Exception {
    var file = folder.resolve("keys.p12").toString();
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var generate =
        List.of(keytool, "-genkeypair", "-keyalg", "EC", "-dname", "CN=partner", "-alias", "key");
    var stored = List.of("-keystore", file, "-storetype", "PKCS12", "-storepass", "changeit");
    var command = Stream.concat(generate.stream(), stored.stream()).toList();
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    return Map.of("SERVER_SSL_KEY_STORE", file, "SERVER_SSL_KEY_STORE_PASSWORD", "changeit");
  }

  private void up(int port) throws IOException, InterruptedException {
    with(Map.of("CPS_PORT", "" + port)).up(List.of(CpsSuite.SERVICE), steps::add);
  }

  private void up() throws IOException, InterruptedException {
    services.up(List.of(CpsSuite.SERVICE), steps::add);
  }

  /** The services of this checkout, with variables of their user. */
  private LocalServices with(Map<String, String> environment) {
    return new LocalServices(new Home(folder), environment);
  }

  private CommandProcess command(Map<String, String> environment, String... arguments)
      throws IOException {
    return CommandProcess.startJava(folder, environment, arguments);
  }

  /** Somebody who takes the port of a server that has just died. */
  private static ServerSocket stranger(String jdbcUrl) throws IOException {
    var port = Integer.parseInt(jdbcUrl.replaceAll(".*:(\\d+)/.*", "$1"));
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }

  private static void kill(LocalServices.Status service) {
    var process = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private static List<String> commandOf(LocalServices.Status service) throws IOException {
    var file = Path.of("/proc", Long.toString(service.pid().orElseThrow()), "cmdline");
    return List.of(Files.readString(file).split("\0"));
  }

  private static List<String> environmentOf(LocalServices.Status service) throws IOException {
    var file = Path.of("/proc", Long.toString(service.pid().orElseThrow()), "environ");
    return List.of(Files.readString(file).split("\0"));
  }

  private static List<String> processesOf(Path folder) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(line -> line.contains(folder.toString()))
        .toList();
  }
}
