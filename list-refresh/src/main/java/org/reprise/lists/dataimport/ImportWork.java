package org.reprise.lists.dataimport;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The thread that cuts and publishes files, and looks after jobs that another process left. It
 * outlives every fault: what fails now is tried again after a pause.
 */
final class ImportWork implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(ImportWork.class);

  private final ImportKafka kafka;
  private final ImportTopics topics;
  private final ChunkConsumers consumers;
  private final Publications publications;
  private final Splitter splitter;
  private final ChunkPublisher publisher;
  private final Jobs jobs;
  private final ImportSettings settings;
  private final Semaphore work = new Semaphore(0);
  private final Thread thread;
  private boolean hasTopics;
  private volatile boolean running;

  ImportWork(
      ImportKafka kafka,
      ImportTopics topics,
      ChunkConsumers consumers,
      Publications publications,
      Splitter splitter,
      ChunkPublisher publisher,
      Jobs jobs,
      ImportSettings settings) {
    this.kafka = kafka;
    this.topics = topics;
    this.consumers = consumers;
    this.publications = publications;
    this.splitter = splitter;
    this.publisher = publisher;
    this.jobs = jobs;
    this.settings = settings;
    this.thread = Thread.ofPlatform().name("data-import").daemon().unstarted(this::run);
  }

  void announce() {
    work.release();
  }

  private void run() {
    try {
      while (running) {
        processPendingJobs();
        if (work.tryAcquire(settings.pace().toMillis(), TimeUnit.MILLISECONDS)) {
          work.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void processPendingJobs() {
    try {
      prepare();
      jobs.completeAllDone();
      int again = publications.again(settings.republishAfter());
      if (again > 0) {
        LOG.warn("{} chunks are published again: nothing moved for a while", again);
      }
      for (Optional<Publication> job = publications.take();
          running && job.isPresent();
          job = publications.take()) {
        publish(job.get());
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Imports wait: {}", Faults.reason(e));
    }
  }

  private void prepare() {
    if (!hasTopics) {
      topics.create(kafka.admin());
      hasTopics = true;
    }
    consumers.start();
  }

  private void publish(Publication job) {
    try {
      splitter.split(job);
      publisher.publish(job);
      jobs.completeIfDone(job.tenant(), job.job());
    } catch (RuntimeException | Error e) {
      LOG.warn("Job {} waits: {}", job.job(), Faults.reason(e));
      // Others first; and where this fails too, the lease runs out.
      publications.hold(job, settings.pace());
    } finally {
      publications.leave(job);
    }
  }

  @Override
  public void start() {
    running = true;
    thread.start();
  }

  @Override
  public void stop() {
    running = false;
    thread.interrupt();
    consumers.stop();
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kafka.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
