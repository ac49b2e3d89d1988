package org.reprise.localstack.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProcessEnded;

/**
 * Creates and starts brokers on this machine.
 *
 * @param programs the broker's jars
 * @param heap the most that the JVM's heap may grow to, as {@code -Xmx} takes it
 * @param detached whether the broker outlives the JVM
 * @param launcher what the broker is launched by, see {@link LocalProcess.Builder#launchedBy}
 */
record KafkaLaunch(KafkaPrograms programs, String heap, boolean detached, List<String> launcher) {
  static final String NAME = "Kafka";

  private static final Duration FORMAT = Duration.ofMinutes(1);
  // Long enough to recover the segments of a killed broker on a busy machine.
  private static final Duration READY = Duration.ofMinutes(30);
  private static final int ATTEMPTS = 10;
  // The broker's last step: an open port may be a stranger's, and the broker opens its own before
  // it takes part in its cluster.
  private static final String STARTED = "Kafka Server started";
  private static final String TAKEN = "Address already in use";

  /**
   * Makes an empty store of messages in a home that has none. A kill leaves none or a whole one.
   */
  void format(KafkaHome home, KafkaSettings settings) {
    if (Files.isDirectory(home.data())) {
      return;
    }
    Path unfinished = home.unfinishedData();
    FileTree.delete(unfinished);
    // No port is used yet; the tool wants to see some.
    Path draft = home.directory().resolve("format.properties");
    settings.at(1, 2, unfinished).write(draft);
    List<String> tool = List.of("format", "-t", clusterId(), "-c", draft.toString());
    try (LocalProcess format =
        LocalProcess.builder("Kafka's formatting", java("kafka.tools.StorageTool", tool))
            .cleanEnvironment()
            .log(home.log())
            .start()) {
      int exitCode = format.awaitEnd(FORMAT);
      if (exitCode != 0) {
        throw new ProcessEnded(
            "Kafka's formatting", "with exit code " + exitCode, format.logTail());
      }
      Files.move(unfinished, home.data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalStackException("cannot make a store of messages: " + e, e);
    }
  }

  /** 16 bytes in the form in which Kafka writes ids; it refuses one that begins with a dash. */
  private static String clusterId() {
    byte[] bytes = new byte[16];
    new Random().nextBytes(bytes);
    bytes[0] = (byte) (bytes[0] & 0x7f);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Starts the broker of a home, on the given port or on a free one, and waits until it serves. */
  LocalProcess start(KafkaHome home, KafkaSettings settings, OptionalInt requestedPort) {
    for (int attempt = 1; ; attempt++) {
      int port = requestedPort.orElseGet(FreePort::lasting);
      settings.at(port, FreePort.lasting(), home.data()).write(home.settings());
      try {
        return start(home);
      } catch (ProcessEnded ended) {
        if (!ended.logTail().contains(TAKEN) || attempt == ATTEMPTS) {
          throw ended;
        }
        requestedPort.ifPresent(requested -> requireFree(requested, ended));
      }
    }
  }

  // The controller's port may have been the one that was taken.
  private static void requireFree(int port, ProcessEnded ended) {
    if (!FreePort.isFree(port)) {
      throw new LocalStackException(
          "Kafka cannot start: port "
              + port
              + " of 127.0.0.1 is taken; stop what listens there, or choose another port",
          ended);
    }
  }

  /** Starts the broker of a home at the address that it had. */
  LocalProcess start(KafkaHome home) {
    LocalProcess process =
        LocalProcess.builder(NAME, java("kafka.Kafka", List.of(home.settings().toString())))
            .cleanEnvironment()
            .launchedBy(launcher)
            .log(home.log())
            .pidFile(home.pidFile())
            .detached(detached)
            .temporary(home.temporary())
            .start();
    try {
      process.awaitReady(() -> process.logged().contains(STARTED), READY);
      return process;
    } catch (LocalStackException e) {
      if (home.temporary()) {
        process.end(Duration.ZERO); // its messages may be wanted by another start
      } else {
        process.stop(Duration.ZERO);
      }
      throw e;
    }
  }

  private List<String> java(String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.add("-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info");
    command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    command.addAll(List.of("-cp", programs.classPath(), main));
    command.addAll(arguments);
    return command;
  }
}
