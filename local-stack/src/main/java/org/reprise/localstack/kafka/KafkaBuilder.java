package org.reprise.localstack.kafka;

import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.reprise.localstack.process.DirectoryLock;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ServerBuilder;
import org.reprise.localstack.process.StackDirectories;

/** Describes a {@link LocalKafka} before it is started. */
public final class KafkaBuilder extends ServerBuilder<KafkaBuilder> {
  static final String HEAP = "256m";

  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]*[mg]");

  private String heap = HEAP;

  KafkaBuilder() {}

  @Override
  protected KafkaBuilder self() {
    return this;
  }

  /**
   * Sets how far the broker's heap may grow. The process takes some 150 MB on top of it.
   *
   * @param size a number of {@code m} or {@code g}; {@code 256m} when not set
   */
  public KafkaBuilder heap(String size) {
    if (!SIZE.matcher(size).matches()) {
      throw new IllegalArgumentException("not the size of a heap: '" + size + "'");
    }
    heap = size;
    return this;
  }

  /**
   * Starts the broker, and waits until it takes messages.
   *
   * @throws LocalStackException when it cannot be made or started, with the tail of its log
   * @throws IllegalArgumentException when a setting cannot be one
   */
  public LocalKafka start() {
    KafkaSettings all = KafkaSettings.standard().with(settings);
    StackDirectories usual = StackDirectories.ofCurrentUser();
    KafkaLaunch launch =
        new KafkaLaunch(KafkaPrograms.in(usual.cache(), progress), heap, detached, launcher);
    KafkaHome home =
        kept == null
            ? KafkaHome.thrownAway(runDirectory == null ? usual.run() : runDirectory, detached)
            : KafkaHome.kept(kept);
    try {
      return DirectoryLock.holding(home.lockFile(), () -> start(launch, home, all));
    } catch (LocalStackException e) {
      home.close();
      throw e;
    }
  }

  private LocalKafka start(KafkaLaunch launch, KafkaHome home, KafkaSettings all) {
    home.requireUnused(progress);
    launch.format(home, all);
    LocalKafka broker = new LocalKafka(launch, home, launch.start(home, all, requestedPort(home)));
    home.endWithJvm(broker, detached);
    return broker;
  }

  // Clients of the earlier broker that still run find this one.
  private OptionalInt requestedPort(KafkaHome home) {
    return port.isPresent()
        ? port
        : home.formerPort().stream().filter(FreePort::isFree).findFirst();
  }
}
