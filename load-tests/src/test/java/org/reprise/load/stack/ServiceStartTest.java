package org.reprise.load.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.localstack.Database;

/** How services are started, with a program that has no need of a database. */
class ServiceStartTest {
  private static final int AT_ONCE = 4;

  @TempDir private Path checkout;
  private Home home;

  @BeforeEach
  void build() throws IOException {
    home = PlainService.built(checkout);
  }

  /** A build that cannot be prepared was prepared at each start, by several at one place. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aBuildIsPreparedOnceHoweverManyAreStarted(int exitCode) throws Exception {
    var said = new ConcurrentLinkedQueue<String>();
    var starts = new ArrayList<Future<ServiceProcess>>();
    try (var starters = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < AT_ONCE; i++) {
        var place = place("service-" + i, false);
        starts.add(
            starters.submit(() -> ServiceProcess.start(home, service(exitCode), place, said::add)));
      }
    }
    for (var start : starts) {
      start.get().close();
    }
    ServiceProcess.start(home, service(exitCode), place("later", false), said::add).close();

    assertThat(notes("prepare")).hasSize(1);
    assertThat(notes("start")).hasSize(AT_ONCE + 1);
    var why = said.stream().filter(line -> line.contains("without a cache")).toList();
    if (exitCode == 0) {
      assertThat(why).isEmpty();
    } else {
      assertThat(why)
          .singleElement()
          .asString()
          .contains(PlainService.MODULE, "exit code 1", PlainService.MODULE + "-prepare.log");
    }
  }

  /** Its database may know the port by then: nothing of it would be found at another one. */
  @Test
  void aPortThatSomebodyTakesBeforeTheServiceIsNamed() throws Exception {
    var taken = new ArrayList<ServerSocket>();
    Consumer<String> takingThePort =
        line -> {
          if (line.contains("without a cache")) {
            taken.add(listen(port(notes("prepare").getFirst())));
          }
        };
    try {
      assertThatThrownBy(() ->
              ServiceProcess.start(home, service(1), place("service", false), takingThePort)
                  .close())
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining(PlainService.MODULE)
          .hasMessageContaining("port " + taken.getFirst().getLocalPort());
      assertThat(notes("start"))
          .singleElement()
          .satisfies(line -> assertThat(port(line)).isEqualTo(taken.getFirst().getLocalPort()));
      assertThat(home.run()).as("pid files").isEmptyDirectory();
    } finally {
      for (var socket : taken) {
        socket.close();
      }
    }
  }

  /** Outgoing connections have the kernel's own range: one could take the port while it waits. */
  @Test
  void aPortIsChosenWhereNoConnectionOfAnotherProgramIs() throws Exception {
    ServiceProcess.start(home, service(1), place("service", false), _ -> {}).close();
    assertThat(notes("start"))
        .singleElement()
        .satisfies(line -> assertThat(port(line)).isBetween(10_000, 29_999));
  }

  /** What a service notes in its database at its first start depends on its settings. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServiceIsPreparedInTheEnvironmentThatItIsStartedIn(boolean detached) throws Exception {
    ServiceProcess.start(home, service(1), place("service", detached), _ -> {}).close();
    assertThat(variables(notes("prepare").getFirst()))
        .isEqualTo(variables(notes("start").getFirst()));
  }

  private ServiceProcess.Service service(int exitCode) {
    return new ServiceProcess.Service(
        PlainService.MODULE,
        List.of("-Xmx64m", "-XX:+UseSerialGC", ServiceProcess.EXIT_ON_OUT_OF_MEMORY),
        new Database("jdbc:postgresql://127.0.0.1:1/none", "user", ""),
        new Credentials("user", "secret"),
        Map.of(
            PlainService.NOTES,
            checkout.resolve("notes").toString(),
            PlainService.EXIT,
            Integer.toString(exitCode)));
  }

  private ServiceProcess.Place place(String name, boolean detached) {
    return new ServiceProcess.Place(
        OptionalInt.empty(), detached, checkout.resolve(name + ".log"), home.pidFile(name));
  }

  private List<String> notes(String word) {
    try (var lines = Files.lines(checkout.resolve("notes"))) {
      return lines.filter(line -> line.startsWith(word + " ")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int port(String note) {
    return Integer.parseInt(note.split(" ", -1)[1]);
  }

  private static String variables(String note) {
    return note.split(" ", -1)[2];
  }

  private static ServerSocket listen(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
