package org.reprise.localstack.testing;

import java.util.Locale;
import org.reprise.localstack.kafka.KafkaSettings;
import org.reprise.localstack.process.AtExit;
import org.testcontainers.kafka.KafkaContainer;

/** Kafka in a container. */
final class DockerKafka {
  static final String IMAGE = "apache/kafka:4.2.1";

  private DockerKafka() {}

  static TestServer<String> start() {
    KafkaContainer container = new KafkaContainer(IMAGE);
    KafkaSettings.always().forEach((name, value) -> container.withEnv(variable(name), value));
    try {
      container.start();
    } catch (RuntimeException e) { // of a dozen types
      throw new ContainerUnavailable(IMAGE + " does not start there: " + e.getMessage(), e);
    }
    AtExit.add(container);
    return new TestServer<>(
        IMAGE + " in container " + container.getContainerId().substring(0, 12),
        container.getBootstrapServers());
  }

  // How the image takes settings.
  private static String variable(String setting) {
    return "KAFKA_" + setting.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
