package org.reprise.ldx.hint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.ldx.rdf.UriText;
import org.reprise.ldx.source.DataSources;
import org.reprise.ldx.worker.Indexer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hears which tracked resource set has changed, and has it polled at once. A hint says nothing that
 * is believed: the feed does. One that is lost or cannot be read costs an interval of polling.
 */
final class Hints {
  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DataSources sources;
  private final Indexer indexer;

  Hints(DataSources sources, Indexer indexer) {
    this.sources = sources;
    this.indexer = indexer;
  }

  @KafkaListener(
      topicPattern = "${reprise.ldx.hints.topics:reprise\\.trs\\..+}",
      batch = "true",
      properties = {
        "key.deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer",
        "value.deserializer=org.apache.kafka.common.serialization.ByteArrayDeserializer"
      })
  void heard(List<byte @Nullable []> messages) {
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
      LOG.warn("Hints were not taken: {}", e.getMessage());
    }
  }

  private static @Nullable String feed(byte[] message) {
    try {
      String trs = JSON.readTree(message).path("trs").asString("");
      return UriText.isAddress(trs) ? trs : null;
    } catch (JacksonException e) {
      LOG.debug("A hint that is no JSON: {}", e.getMessage());
      return null;
    }
  }
}
