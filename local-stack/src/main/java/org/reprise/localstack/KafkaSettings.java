package org.reprise.localstack;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * A broker's settings as this module states them: one node that is broker and controller, reachable
 * from this machine only, with topics made on their first use and messages kept for eight hours, as
 * on the tested system of the list-refresh report (section "Infrastructure").
 *
 * @param values names and values
 */
record KafkaSettings(Map<String, String> values) {
  KafkaSettings {
    values.forEach(KafkaSettings::requireValid);
    values = Map.copyOf(values);
  }

  static KafkaSettings standard() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("process.roles", "broker,controller");
    values.put("node.id", "1");
    values.put("controller.listener.names", "CONTROLLER");
    values.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    values.put("log.retention.minutes", "480");
    values.putAll(always());
    // A killed broker may come back when its last session is over: by default after nine seconds.
    values.put("broker.session.timeout.ms", "3000");
    values.put("broker.heartbeat.interval.ms", "500");
    oneReplica(values);
    sized(values);
    return new KafkaSettings(values);
  }

  /** What a broker in a container is set to as well. */
  static Map<String, String> always() {
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

  private static void oneReplica(Map<String, String> values) {
    values.put("default.replication.factor", "1");
    values.put("min.insync.replicas", "1");
    values.put("offsets.topic.replication.factor", "1");
    values.put("transaction.state.log.replication.factor", "1");
    values.put("transaction.state.log.min.isr", "1");
    values.put("share.coordinator.state.topic.replication.factor", "1");
    values.put("share.coordinator.state.topic.min.isr", "1");
  }

  // The defaults are made for a machine of its own: half of the heap for compacting alone.
  private static void sized(Map<String, String> values) {
    values.put("offsets.topic.num.partitions", "4");
    values.put("transaction.state.log.num.partitions", "4");
    values.put("share.coordinator.state.topic.num.partitions", "4");
    values.put("num.network.threads", "2");
    values.put("num.io.threads", "4");
    values.put("log.cleaner.dedupe.buffer.size", "8388608");
  }

  /** The same with some set, or set differently. */
  KafkaSettings with(Map<String, String> others) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(others);
    return new KafkaSettings(all);
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
