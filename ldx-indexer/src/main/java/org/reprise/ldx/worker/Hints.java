package org.reprise.ldx.worker;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.KafkaCondition;
import org.reprise.ldx.rdf.Texts;
import org.reprise.ldx.source.DataSources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Conditional;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Receives hints on Kafka that a tracked resource set has changed, and has it polled at once. Only
 * the feed says what changed: a hint that is lost or malformed delays that to the next poll.
 * Without configured brokers there are no hints.
 */
@Component
@Conditional(KafkaCondition.class)
final class Hints {
  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataSources sources;
  private final Indexer indexer;

  Hints(DataSources sources, Indexer indexer) {
    this.sources = sources;
    this.indexer = indexer;
  }

  @KafkaListener(topicPattern = "${reprise.ldx.hints.topics:reprise\\.trs\\..+}", batch = "true")
  void receive(List<byte @Nullable []> messages) {
    Set<String> feeds = new HashSet<>();
    for (byte[] message : messages) {
      String trs = message == null ? null : feed(message);
      if (trs != null) {
        feeds.add(trs);
      }
    }
    try {
      boolean isNew = false;
      for (String trs : feeds) {
        isNew |= sources.pollFeed(trs);
      }
      if (isNew) {
        indexer.wake();
      }
    } catch (RuntimeException e) {
      if (DatabaseFault.among(e) == null) {
        throw e;
      }
      LOG.warn("Cannot record hints; the next poll finds the changes: {}", e.getMessage());
    }
  }

  private static @Nullable String feed(byte[] message) {
    try {
      String trs = JSON.readTree(message).path("trs").asString("");
      return Texts.isAddress(trs) ? trs : null;
    } catch (JacksonException e) {
      LOG.debug("Ignored a hint that is not JSON: {}", e.getMessage());
      return null;
    }
  }
}
