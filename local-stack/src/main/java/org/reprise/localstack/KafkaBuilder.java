package org.reprise.localstack;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes a {@link LocalKafka} before it is started. */
public final class KafkaBuilder {
  static final String HEAP = "256m";

  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]*[mg]");

  private final Map<String, String> settings = new LinkedHashMap<>();
  private Consumer<String> progress = step -> {};
  private OptionalInt port = OptionalInt.empty();
  private String heap = HEAP;
  private @Nullable Path kept;
  private @Nullable Path runDirectory;
  private boolean detached;
  private List<String> launcher = List.of();

  KafkaBuilder() {}

  /**
   * Keeps the broker's directory, and starts on the messages that an earlier broker left in it, at
   * its address where that is still free.
   *
   * @param directory a directory for this broker alone; made when missing
   */
  public KafkaBuilder keepIn(Path directory) {
    kept = directory;
    return this;
  }

  /**
   * Sets where a broker that is thrown away has its directory, and {@link Leftovers} look for it.
   *
   * @param directory {@link StackDirectories#run} when not set; made when missing
   */
  public KafkaBuilder runDirectory(Path directory) {
    runDirectory = directory;
    return this;
  }

  /**
   * Fixes the port; a start on one that is taken fails.
   *
   * @param number a port on 127.0.0.1; a free one is chosen when not set
   */
  public KafkaBuilder port(int number) {
    if (number < 1 || number > 65_535) {
      throw new IllegalArgumentException("not a port: " + number);
    }
    port = OptionalInt.of(number);
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
   * Sets one of the broker's settings, over those that this module states.
   *
   * @param name the setting's name
   * @param value its value as in {@code server.properties}
   */
  public KafkaBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Lets the broker outlive this JVM.
   *
   * @param outlives whether nothing but a request ends it
   */
  public KafkaBuilder detached(boolean outlives) {
    detached = outlives;
    return this;
  }

  /**
   * Sets what the broker is launched by.
   *
   * @param words see {@link LocalProcess.Builder#launchedBy}
   */
  public KafkaBuilder launchedBy(List<String> words) {
    launcher = List.copyOf(words);
    return this;
  }

  /**
   * Tells what is being done, mostly the unpacking at the first start.
   *
   * @param listener hears one line for each step
   */
  public KafkaBuilder progress(Consumer<String> listener) {
    progress = listener;
    return this;
  }

  /**
   * Starts the broker.
   *
   * @return the broker, which takes messages
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
      return DirectoryLock.holding(home.home().lockFile(), () -> start(launch, home, all));
    } catch (LocalStackException e) {
      home.close();
      throw e;
    }
  }

  private LocalKafka start(KafkaLaunch launch, KafkaHome home, KafkaSettings all) {
    home.requireUnused(progress);
    launch.format(home, all);
    LocalKafka broker = new LocalKafka(launch, home, launch.start(home, all, requestedPort(home)));
    home.home().endWithJvm(broker, detached);
    return broker;
  }

  // Clients of the earlier broker that still run find this one.
  private OptionalInt requestedPort(KafkaHome home) {
    return port.isPresent()
        ? port
        : home.formerPort().stream().filter(FreePort::isFree).findFirst();
  }
}
