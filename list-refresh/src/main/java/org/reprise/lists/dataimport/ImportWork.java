package org.reprise.lists.dataimport;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * The thread that cuts and publishes files, and looks after jobs that another process left. What
 * fails now is tried again after a pause.
 */
final class ImportWork implements AutoCloseable {
  private static final String IMPORTS = "All jobs";
  private static final Logger LOG = LoggerFactory.getLogger(ImportWork.class);

  /** To cut a file of half a gigabyte and to publish its chunks. */
  private static final Duration MAX_STEP = Duration.ofHours(1);

  private final KafkaAdmin kafka;
  private final ImportTopics topics;
  private final ChunkConsumers consumers;
  private final Publications publications;
  private final Splitter splitter;
  private final ChunkPublisher publisher;
  private final Jobs jobs;
  private final ImportSettings settings;
  private final Loop loop;
  private boolean hasTopics;
  private final Set<String> waiting = new HashSet<>();

  ImportWork(
      KafkaAdmin kafka,
      ImportTopics topics,
      ChunkConsumers consumers,
      Publications publications,
      Splitter splitter,
      ChunkPublisher publisher,
      Jobs jobs,
      ImportSettings settings,
      Loops loops) {
    this.kafka = kafka;
    this.topics = topics;
    this.consumers = consumers;
    this.publications = publications;
    this.splitter = splitter;
    this.publisher = publisher;
    this.jobs = jobs;
    this.settings = settings;
    this.loop = loops.start(new Loop("data-import", MAX_STEP, this::step));
  }

  void announce() {
    loop.wake();
  }

  private Duration step() {
    try {
      if (!hasTopics) {
        topics.create(kafka);
        hasTopics = true;
      }
      consumers.start();
      jobs.completeAllDone();
      int again = publications.again(settings.republishAfter());
      if (again > 0) {
        LOG.warn("{} chunks are published again: nothing moved for a while", again);
      }
      Optional<Publication> job = publications.take();
      if (job.isPresent()) {
        publish(job.get());
        return Duration.ZERO;
      }
      waiting.remove(IMPORTS);
    } catch (RuntimeException | Error e) {
      reportOnce(IMPORTS, e);
    }
    return settings.pace();
  }

  // An outage is reported once: there may be a try every other second.
  private void reportOnce(String name, Throwable thrown) {
    if (waiting.add(name)) {
      LOG.warn(
          "{}: importing waits, and is tried again every {} s: {}",
          name,
          settings.pace().toSeconds(),
          Faults.reason(thrown));
    }
  }

  private void publish(Publication job) {
    String name = "Job " + job.job();
    try {
      splitter.split(job);
      publisher.publish(job);
      jobs.completeIfDone(job.tenant(), job.job());
      // Jobs that another process has ended would stay in it.
      waiting.clear();
    } catch (RuntimeException | Error e) {
      reportOnce(name, e);
      // Others first; and where this fails too, the lease runs out.
      publications.hold(job, settings.pace());
    } finally {
      publications.leave(job);
    }
  }

  @Override
  public void close() {
    loop.close();
    consumers.stop();
  }
}
