package org.reprise.lists.dataimport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Publishes the chunks of a job, a group at a time: what Kafka has acknowledged is noted, the rest
 * is published again by the process that continues.
 */
final class ChunkPublisher {
  private static final int GROUP = 20;
  private static final long TIMEOUT_SECONDS = 60;

  /** Below Kafka's own limit, which a chunk keeps unless another version cut the file. */
  private static final int MAX_MESSAGE = 1000 * 1024;

  private final Publications publications;
  private final Chunks chunks;
  private final Pieces pieces;
  private final KafkaTemplate<String, byte[]> kafka;
  private final ImportTopics topics;

  ChunkPublisher(
      Publications publications,
      Chunks chunks,
      Pieces pieces,
      KafkaTemplate<String, byte[]> kafka,
      ImportTopics topics) {
    this.publications = publications;
    this.chunks = chunks;
    this.pieces = pieces;
    this.kafka = kafka;
    this.topics = topics;
  }

  /** Publishes what is to be published while the job is ours; throws KafkaException. */
  void publish(Publication job) {
    List<Chunk> group = publications.next(job, 0, GROUP);
    while (!group.isEmpty()) {
      send(job, group.stream().filter(chunk -> fits(job, chunk)).toList());
      publications.published(job, group);
      if (!publications.isOurs(job)) {
        return;
      }
      group = publications.next(job, group.getLast().number(), GROUP);
    }
    publications.end(job);
  }

  private boolean fits(Publication job, Chunk chunk) {
    boolean fits = chunk.length() > 0 && chunk.length() <= MAX_MESSAGE;
    if (!fits) {
      chunks.giveUp(
          job.tenant(),
          new ChunkKey(job.job(), chunk.number()),
          "it has %,d bytes, a message at most %,d".formatted(chunk.length(), MAX_MESSAGE));
    }
    return fits;
  }

  private void send(Publication job, List<Chunk> group) {
    if (group.isEmpty()) {
      return;
    }
    long position = group.getFirst().offset();
    try (InputStream content = pieces.open(job.file(), position)) {
      CompletableFuture<?>[] sent = new CompletableFuture<?>[group.size()];
      for (int i = 0; i < sent.length; i++) {
        Chunk chunk = group.get(i);
        content.skipNBytes(chunk.offset() - position);
        sent[i] = kafka.send(message(job, chunk, content.readNBytes(chunk.length())));
        position = chunk.offset() + chunk.length();
      }
      CompletableFuture.allOf(sent).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("Chunks were not published", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("Chunks were not published", e);
    }
  }

  private ProducerRecord<String, byte[]> message(Publication job, Chunk chunk, byte[] records) {
    return new ProducerRecord<>(
        topics.chunks(job.tenant()), new ChunkKey(job.job(), chunk.number()).toString(), records);
  }
}
