package org.reprise.lists.dataimport;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.TopicNames;
import org.springframework.kafka.core.KafkaAdmin;

/** The topics through which chunks go, for each tenant its own. */
final class ImportTopics {
  static final String CHUNKS = "DI_RAW_RECORDS_CHUNK_READ";

  private final TopicNames names;
  private final ImportSettings settings;
  private final Map<String, Tenant> byTopic = new LinkedHashMap<>();

  ImportTopics(TopicNames names, Collection<Tenant> tenants, ImportSettings settings) {
    this.names = names;
    this.settings = settings;
    tenants.forEach(tenant -> byTopic.put(chunks(tenant), tenant));
  }

  String group() {
    return names.environment() + ".data-import";
  }

  String chunks(Tenant tenant) {
    return names.of(tenant, CHUNKS);
  }

  static String deadLetters(String topic) {
    return topic + ".DLT";
  }

  String[] all() {
    return byTopic.keySet().toArray(String[]::new);
  }

  Tenant tenant(String topic) {
    return Objects.requireNonNull(byTopic.get(topic), topic);
  }

  /** Creates the topics that are missing; throws KafkaException where Kafka does not answer. */
  void create(KafkaAdmin admin) {
    admin.createOrModifyTopics(
        byTopic.keySet().stream()
            .flatMap(topic -> Stream.of(topic, deadLetters(topic)))
            .map(topic -> new NewTopic(topic, settings.partitions(), settings.replication()))
            .toArray(NewTopic[]::new));
  }
}
