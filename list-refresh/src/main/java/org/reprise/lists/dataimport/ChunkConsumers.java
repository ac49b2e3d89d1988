package org.reprise.lists.dataimport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Takes chunks from Kafka. The offset of a message is committed after its chunk: where a consumer
 * ends between the two, the message is delivered again, and its chunk is already done.
 *
 * <p>While the database is not available a message waits, without a limit. A message that fails for
 * another reason is tried three times, then goes to the dead-letter topic and its chunk fails, so
 * that the chunks after it are imported and its job ends.
 */
final class ChunkConsumers {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkConsumers.class);
  private static final int MAX_RETRIES = 2;
  private static final long PAUSE = 200;
  private static final long MAX_PAUSE = 5_000;
  private static final double GROWTH = 2;

  private final ChunkImporter importer;
  private final Chunks chunks;
  private final Jobs jobs;
  private final ImportTopics topics;
  private final DeadLetterPublishingRecoverer deadLetters;
  private final ConcurrentMessageListenerContainer<String, byte[]> container;
  private final Timer timer;
  private final Counter imported;
  private final Counter failed;

  ChunkConsumers(
      ChunkImporter importer,
      Chunks chunks,
      Jobs jobs,
      ImportTopics topics,
      KafkaTemplate<String, byte[]> kafka,
      ConsumerFactory<String, byte[]> consumers,
      ImportSettings settings,
      MeterRegistry registry) {
    this.importer = importer;
    this.chunks = chunks;
    this.jobs = jobs;
    this.topics = topics;
    this.deadLetters =
        new DeadLetterPublishingRecoverer(
            kafka,
            (message, thrown) -> new TopicPartition(ImportTopics.deadLetters(message.topic()), -1));
    this.timer =
        Timer.builder("reprise.lists.import.chunk")
            .description("Importing one chunk, until it is committed")
            .register(registry);
    this.imported = records(registry, "imported");
    this.failed = records(registry, "failed");
    this.container = container(consumers, settings);
  }

  private static Counter records(MeterRegistry registry, String outcome) {
    return Counter.builder("reprise.lists.import.records")
        .description("Records by what became of them")
        .tag("outcome", outcome)
        .register(registry);
  }

  private ConcurrentMessageListenerContainer<String, byte[]> container(
      ConsumerFactory<String, byte[]> consumers, ImportSettings settings) {
    ContainerProperties properties = new ContainerProperties(topics.all());
    properties.setGroupId(topics.group());
    properties.setAckMode(ContainerProperties.AckMode.RECORD);
    properties.setMessageListener((MessageListener<String, byte[]>) this::take);
    ConcurrentMessageListenerContainer<String, byte[]> made =
        new ConcurrentMessageListenerContainer<>(consumers, properties);
    made.setBeanName("data-import");
    made.setConcurrency(settings.consumers());
    made.setCommonErrorHandler(errors());
    return made;
  }

  private DefaultErrorHandler errors() {
    DefaultErrorHandler handler = new DefaultErrorHandler(this::giveUp);
    handler.setBackOffFunction((message, thrown) -> pauses(thrown));
    handler.setCommitRecovered(true);
    handler.addNotRetryableExceptions(InvalidChunk.class);
    return handler;
  }

  private static BackOff pauses(Exception thrown) {
    if (DatabaseFault.among(thrown) == null) {
      return new FixedBackOff(PAUSE, MAX_RETRIES);
    }
    ExponentialBackOff growing = new ExponentialBackOff(PAUSE, GROWTH);
    growing.setMaxInterval(MAX_PAUSE);
    return growing;
  }

  /** Imports a message. An Error would end the consumer's thread; an exception is tried again. */
  void take(ConsumerRecord<String, byte[]> message) {
    try {
      importChunk(message);
    } catch (Error e) {
      LOG.error("{} failed", name(message), e);
      throw new IllegalStateException(e.toString(), e);
    }
  }

  private void importChunk(ConsumerRecord<String, byte[]> message) {
    Tenant tenant = topics.tenant(message.topic());
    ChunkKey key = ChunkKey.parse(message.key());
    byte[] records = Objects.requireNonNullElse(message.value(), new byte[0]);
    timer.record(() ->
        importer
            .save(tenant, key, records)
            .ifPresent(result -> {
              imported.increment(result.imported());
              failed.increment(result.failed());
            }));
    jobs.completeIfDone(tenant, key.job());
  }

  private void giveUp(ConsumerRecord<?, ?> message, Exception thrown) {
    LOG.error("{} cannot be imported: {}", name(message), Faults.reason(thrown));
    deadLetters.accept(message, thrown);
    try {
      ChunkKey key = ChunkKey.parse((String) message.key());
      Tenant tenant = topics.tenant(message.topic());
      chunks.giveUp(tenant, key, Faults.forCallers(thrown));
      jobs.completeIfDone(tenant, key.job());
    } catch (InvalidChunk foreign) {
      LOG.warn("{} belongs to no job", name(message));
    }
  }

  private static String name(ConsumerRecord<?, ?> message) {
    return "Message %d of %s-%d (%s)"
        .formatted(message.offset(), message.topic(), message.partition(), message.key());
  }

  void start() {
    container.start();
  }

  /** Ends after the chunks that are being imported. */
  void stop() {
    container.stop();
  }
}
