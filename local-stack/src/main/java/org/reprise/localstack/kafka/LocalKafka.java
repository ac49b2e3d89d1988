package org.reprise.localstack.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.reprise.localstack.process.AtExit;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.StackDirectories;

/**
 * A real Kafka as one process of the current user, broker and controller in one, reachable on
 * 127.0.0.1 only. Its messages are kept where the builder says, else thrown away on close.
 *
 * <pre>{@code
 * try (LocalKafka kafka = LocalKafka.builder().start()) {
 *   produceTo(kafka.bootstrapServers());
 *   kafka.kill();
 *   kafka.start();
 *   consumeFrom(kafka.bootstrapServers());
 * }
 * }</pre>
 *
 * <p>The broker ends on {@link #close}, when the JVM ends, and, if the JVM was killed, by {@link
 * Leftovers#stop} or by the next start on the same directory. What it acknowledged outlives its
 * process, also a killed one; not a crash of the machine, since Kafka leaves writing to disk to the
 * operating system.
 */
public final class LocalKafka implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(20);

  private final KafkaLaunch launch;
  private final KafkaHome home;
  private final int port;
  private LocalProcess process;

  LocalKafka(KafkaLaunch launch, KafkaHome home, LocalProcess process) {
    this.launch = launch;
    this.home = home;
    this.process = process;
    this.port = home.port();
  }

  /** Returns a builder whose broker is thrown away and has this module's settings. */
  public static KafkaBuilder builder() {
    return new KafkaBuilder();
  }

  /**
   * Finds a running broker by its directory, whoever started it.
   *
   * @param directory what {@link #directory} returned where it was started
   */
  public static Optional<LocalKafka> find(Path directory) {
    KafkaHome home = KafkaHome.existing(directory);
    return LocalProcess.find(home.pidFile())
        .map(process -> new LocalKafka(usualLaunch(), home, process));
  }

  /**
   * Returns whether the broker of a directory has ended and nobody asked it to.
   *
   * @param directory what {@link #directory} returned where it was started
   * @return false while it runs, after {@link #close}, and when there never was one
   */
  public static boolean hasDied(Path directory) {
    return LocalProcess.hasDied(KafkaHome.existing(directory).pidFile());
  }

  private static KafkaLaunch usualLaunch() {
    Path cache = StackDirectories.ofCurrentUser().cache();
    return new KafkaLaunch(KafkaPrograms.in(cache, step -> {}), KafkaBuilder.HEAP, true, List.of());
  }

  /**
   * Returns what a client's {@code bootstrap.servers} takes. It stays the same when the broker is
   * started again.
   */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** Returns the TCP port on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Returns the process id of the broker's JVM, another one after each start. */
  public synchronized long pid() {
    return process.pid();
  }

  /**
   * Returns where the broker has messages, settings and log; one that is kept starts on it again.
   */
  public Path directory() {
    return home.directory();
  }

  public Path log() {
    return home.log();
  }

  /** Returns whether the broker's process runs: not between a stop or a kill and the next start. */
  public synchronized boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Ends the broker in an orderly way and keeps its messages for {@link #start}. Does nothing when
   * it does not run.
   */
  public synchronized void stop() {
    process.end(GRACE);
  }

  /** Kills the broker by SIGKILL and keeps its messages for {@link #start}. */
  public synchronized void kill() {
    process.kill();
  }

  /**
   * Starts the broker again, at the same address and on its messages. Does nothing when it runs.
   *
   * @throws LocalStackException when it cannot be started, with the tail of its log
   */
  public synchronized void start() {
    if (!process.isAlive()) {
      process = launch.start(home);
    }
  }

  /**
   * Stops the broker and starts it again.
   *
   * @throws LocalStackException when it cannot be started, with the tail of its log
   */
  public synchronized void restart() {
    stop();
    start();
  }

  /**
   * Ends the broker and deletes its directory unless it is kept. Does nothing when it was closed
   * before. A broker that was started detached ends as well.
   */
  @Override
  public synchronized void close() {
    AtExit.remove(this);
    process.stop(home.temporary() ? Duration.ZERO : GRACE);
    home.close();
  }
}
