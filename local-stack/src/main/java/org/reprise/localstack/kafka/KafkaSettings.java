package org.reprise.localstack.kafka;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ServerSettings;

/**
 * A broker's settings as this module states them in {@code standard.properties}: one node,
 * reachable from this machine only, with topics made on their first use.
 *
 * @param values names and values
 */
public record KafkaSettings(Map<String, String> values) {
  public KafkaSettings {
    values.forEach(KafkaSettings::requireValid);
    values = Map.copyOf(values);
  }

  static KafkaSettings standard() {
    return new KafkaSettings(ServerSettings.standard(KafkaSettings.class, "standard.properties"))
        .with(always());
  }

  /** Returns what a broker in a container is set to as well. */
  public static Map<String, String> always() {
    return Map.of(
        // A consumer that joins is served at once instead of after three seconds.
        "group.initial.rebalance.delay.ms",
        "0",
        // Consumers may ask for sessions under six seconds, so that killed ones are missed soon.
        "group.min.session.timeout.ms",
        "1000",
        "auto.create.topics.enable",
        "true");
  }

  /** The same with some set, or set differently. */
  KafkaSettings with(Map<String, String> others) {
    return new KafkaSettings(ServerSettings.with(values, others));
  }

  /**
   * The same at an address, which the broker also tells its clients unless these settings name
   * another one. The voters are named here rather than in the data, so that the controller's port
   * may be another one at the next start.
   */
  KafkaSettings at(int port, int controllerPort, Path data) {
    String broker = "PLAINTEXT://127.0.0.1:" + port;
    return with(
        Map.of(
            "listeners",
            broker + ",CONTROLLER://127.0.0.1:" + controllerPort,
            "advertised.listeners",
            values.getOrDefault("advertised.listeners", broker),
            "controller.quorum.voters",
            "1@127.0.0.1:" + controllerPort,
            "log.dirs",
            data.toString()));
  }

  void write(Path file) {
    Properties properties = new Properties();
    properties.putAll(values);
    // A full disk or a kill leaves the old text or the new one, never half of it.
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (Writer writer = Files.newBufferedWriter(unfinished)) {
        properties.store(writer, "Written by reprise's local-stack.");
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new LocalStackException("cannot write " + file + ": " + e, e);
    }
  }

  /** Reads a file of settings, or another file of the same form that Kafka wrote. */
  static Properties read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return properties;
    } catch (IOException e) {
      throw new LocalStackException("cannot read " + file + ": " + e, e);
    }
  }

  private static void requireValid(String name, String value) {
    if (name.isBlank() || name.chars().anyMatch(c -> c <= ' ')) {
      throw new IllegalArgumentException("not the name of a Kafka setting: '" + name + "'");
    }
    if (value.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException(
          "the value of the Kafka setting " + name + " has a control character");
    }
  }
}
