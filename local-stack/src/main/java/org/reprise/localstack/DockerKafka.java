package org.reprise.localstack;

import java.util.Locale;
import org.testcontainers.kafka.KafkaContainer;

/** Kafka in a container. */
final class DockerKafka implements TestKafka.Server {
  static final String IMAGE = "apache/kafka:4.2.1";

  private final KafkaContainer container = new KafkaContainer(IMAGE);

  DockerKafka() {
    KafkaSettings.always().forEach((name, value) -> container.withEnv(variable(name), value));
    try {
      container.start();
    } catch (RuntimeException e) { // of a dozen types
      throw new ContainerUnavailable(IMAGE + " does not start there: " + e.getMessage(), e);
    }
    AtExit.add(this);
  }

  // How the image takes settings.
  private static String variable(String setting) {
    return "KAFKA_" + setting.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  @Override
  public String bootstrapServers() {
    return container.getBootstrapServers();
  }

  @Override
  public String describe() {
    return IMAGE + " in container " + container.getContainerId().substring(0, 12);
  }

  @Override
  public void close() {
    AtExit.remove(this);
    container.stop();
  }
}
