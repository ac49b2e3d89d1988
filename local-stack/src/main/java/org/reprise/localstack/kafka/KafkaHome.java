package org.reprise.localstack.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ServerHome;
import org.reprise.localstack.process.StopSignal;
import org.reprise.localstack.process.Strays;

/** The files of one broker: its messages, its settings, its log and its pid file. */
final class KafkaHome extends ServerHome {
  private static final Pattern FIRST_PORT = Pattern.compile("[^,]*:(\\d{1,5})(?:,.*)?");

  private KafkaHome(Path place, boolean temporary) {
    super(place, temporary);
  }

  static KafkaHome kept(Path place) {
    KafkaHome home = new KafkaHome(place, false);
    FileTree.makePrivate(home.directory());
    return home;
  }

  static KafkaHome thrownAway(Path runDirectory, boolean detached) {
    KafkaHome home = new KafkaHome(freshPlace(runDirectory, "kafka"), true);
    home.reserve(KafkaLaunch.NAME, StopSignal.TERM, detached);
    return home;
  }

  static KafkaHome existing(Path place) {
    return new KafkaHome(place, isTemporary(place));
  }

  Path settings() {
    return directory().resolve("server.properties");
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

  @Override
  public void requireUnused(Consumer<String> progress) {
    super.requireUnused(progress);
    Strays.end(directory());
  }
}
