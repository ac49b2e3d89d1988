package org.reprise.localstack.testing;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.kafka.KafkaBuilder;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.process.LocalStackException;

/**
 * The real Kafka of a test run: a container where a Docker engine answers and Testcontainers' Kafka
 * module is on the class path, else a {@link LocalKafka}. Which one is decided here only, once per
 * JVM, and printed. The broker is shared by the JVM's tests and ends with it; a test that kills its
 * broker starts one by {@link #builder}.
 *
 * <p>The environment variable {@value #VARIABLE} forces one of the two: {@code docker} or {@code
 * local}. A forced one that does not work is an error, never a reason to take the other.
 */
public final class TestKafka {
  public static final String VARIABLE = "REPRISE_TEST_KAFKA";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static @Nullable String bootstrapServers;

  private TestKafka() {}

  /**
   * Starts the broker unless it runs, and returns what a client's {@code bootstrap.servers} takes.
   *
   * @throws LocalStackException when no broker can be started, or the environment variable holds
   *     something else than {@code docker} or {@code local}
   */
  public static synchronized String bootstrapServers() {
    if (bootstrapServers == null) {
      bootstrapServers =
          TestServer.start(
              "Test Kafka",
              TestServer.Choice.of(
                  VARIABLE,
                  System.getenv(VARIABLE),
                  "org.testcontainers.kafka.KafkaContainer",
                  DockerKafka.IMAGE),
              DockerKafka::start,
              TestKafka::startLocally);
    }
    return bootstrapServers;
  }

  /**
   * Describes a broker of the test's own. The JVM's second compiler, which takes half of the
   * processor time of a broker's start, is left out: tests' brokers end soon.
   */
  public static KafkaBuilder builder() {
    return LocalKafka.builder()
        .launchedBy(List.of("env", "JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1"));
  }

  /**
   * Returns a name that no other test of this JVM has: for a topic, for what the names of a
   * service's topics begin with, or for a group of consumers.
   */
  public static String freshName() {
    return "test-" + COUNT.incrementAndGet();
  }

  private static TestServer<String> startLocally() {
    LocalKafka broker = builder().progress(System.out::println).start();
    return new TestServer<>("Kafka as local process " + broker.pid(), broker.bootstrapServers());
  }
}
