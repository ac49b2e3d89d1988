package org.reprise.localstack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one broker has on disk: its messages, its settings, its log and its pid file.
 *
 * @param home the directory
 */
record KafkaHome(ServerHome home) implements AutoCloseable {
  private static final Pattern FIRST_PORT = Pattern.compile("[^,]*:(\\d{1,5})(?:,.*)?");

  static KafkaHome kept(Path place) {
    return new KafkaHome(ServerHome.kept(place));
  }

  static KafkaHome thrownAway(Path runDirectory, boolean detached) {
    PidFile reservation = PidFile.reserving(KafkaLaunch.NAME, StopSignal.TERM, detached);
    return new KafkaHome(ServerHome.thrownAway(runDirectory, "kafka", reservation));
  }

  static KafkaHome existing(Path place) {
    return new KafkaHome(ServerHome.existing(place));
  }

  Path directory() {
    return home.directory();
  }

  Path settings() {
    return directory().resolve("server.properties");
  }

  boolean isFormatted() {
    return Files.isDirectory(home.data());
  }

  /**
   * The id that formatting gave to the data, by which the broker on a port is known as this one.
   */
  String clusterId() {
    return KafkaSettings.read(home.data().resolve("meta.properties")).getProperty("cluster.id");
  }

  int port() {
    return formerPort()
        .orElseThrow(() -> new LocalStackException(settings() + " names no listener"));
  }

  /** The port that the broker had, if it was ever started. */
  OptionalInt formerPort() {
    if (!Files.exists(settings())) {
      return OptionalInt.empty();
    }
    String listeners = KafkaSettings.read(settings()).getProperty("listeners", "");
    Matcher first = FIRST_PORT.matcher(listeners);
    return first.lookingAt()
        ? OptionalInt.of(Integer.parseInt(first.group(1)))
        : OptionalInt.empty();
  }

  /** Ends the broker that a killed JVM left here; refuses when somebody still answers for it. */
  void requireUnused(Consumer<String> progress) {
    home.requireUnused(progress);
    Strays.end(directory());
  }

  @Override
  public void close() {
    home.close();
  }
}
