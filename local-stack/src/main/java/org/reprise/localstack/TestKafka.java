package org.reprise.localstack;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The real Kafka of a test run: a container where a Docker engine answers and Testcontainers' Kafka
 * module is on the class path, else a {@link LocalKafka}. Which one is decided here only, once per
 * JVM, and printed. The broker is shared by the JVM's tests and ends with it; a test that kills its
 * broker starts a {@link LocalKafka} of its own.
 *
 * <p>The environment variable {@value #VARIABLE} forces one of the two: {@code docker} or {@code
 * local}. A forced one that does not work is an error, never a reason to take the other.
 */
public final class TestKafka {
  /** The environment variable that forces a choice. */
  public static final String VARIABLE = "REPRISE_TEST_KAFKA";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static @Nullable Server server;

  private TestKafka() {}

  interface Server extends TestServer {
    String bootstrapServers();
  }

  /**
   * Starts the broker unless it runs, and returns its address.
   *
   * @return what a client's {@code bootstrap.servers} takes
   * @throws LocalStackException when no broker can be started, or the environment variable holds
   *     something else than {@code docker} or {@code local}
   */
  public static String bootstrapServers() {
    return server().bootstrapServers();
  }

  /**
   * Returns a name that no other test of this JVM has: for a topic, for what the names of a
   * service's topics begin with, or for a group of consumers.
   *
   * @return letters, digits and a dash
   */
  public static String freshName() {
    return "test-" + COUNT.incrementAndGet();
  }

  private static synchronized Server server() {
    if (server == null) {
      server = TestServer.start("Test Kafka", choose(), DockerKafka::new, Local::start);
    }
    return server;
  }

  private static TestServerChoice choose() {
    return TestServerChoice.of(
        VARIABLE,
        System.getenv(VARIABLE),
        "org.testcontainers.kafka.KafkaContainer",
        () -> DockerEngine.whyNot(DockerKafka.IMAGE));
  }

  private record Local(LocalKafka broker) implements Server {
    static Server start() {
      return new Local(LocalKafka.builder().progress(System.out::println).start());
    }

    @Override
    public String bootstrapServers() {
      return broker.bootstrapServers();
    }

    @Override
    public String describe() {
      return "Kafka as local process " + broker.pid();
    }

    @Override
    public void close() {
      broker.close();
    }
  }
}
