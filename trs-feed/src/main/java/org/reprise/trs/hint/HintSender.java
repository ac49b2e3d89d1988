package org.reprise.trs.hint;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.KafkaCondition;
import org.reprise.kit.work.KafkaPublisher;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.oslc.trs.Event;
import org.reprise.oslc.trs.Feeds;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends each published event as a hint to the application's topic, in order, after it can be read
 * in the feed. The log of the feed is the outbox: the position that Kafka has received is stored,
 * so a hint may come twice, and none is lost by a crash. Nothing waits for Kafka: while it does not
 * answer, the feed goes on. Without configured brokers there are no hints, and readers poll.
 */
@Component
@Conditional(KafkaCondition.class)
final class HintSender implements AutoCloseable {
  /** The prefix of topics, before the application's path. */
  static final String TOPIC = "reprise.trs.";

  private static final Logger LOG = LoggerFactory.getLogger(HintSender.class);
  private static final int BATCH = 500;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final JdbcClient jdbc;
  private final Applications applications;
  private final Feeds feeds;
  private final KafkaPublisher publisher;
  private final JsonMapper json;
  private final Set<Application> failing = EnumSet.noneOf(Application.class);
  private final Loop loop;

  private record Hint(String trs, String changed, String type, long order) {}

  HintSender(
      JdbcClient jdbc,
      Applications applications,
      Feeds feeds,
      ProducerFactory<?, ?> producers,
      KafkaAdmin admin,
      JsonMapper json,
      Loops loops) {
    this.jdbc = jdbc;
    this.applications = applications;
    this.feeds = feeds;
    this.publisher = new KafkaPublisher(producers, admin);
    this.json = json;
    // Each application waits for Kafka.
    this.loop = new Loop("hints", Duration.ofMinutes(10), this::step);
    for (Application application : applications.withResources()) {
      begin(application);
      feeds.of(application.path()).whenPublished(loop::wake);
    }
    loops.start(loop);
  }

  // Readers have seen older events, or will see them when they next poll.
  private void begin(Application application) {
    jdbc.sql(
            """
            insert into hint (application, sent)
            select application, last_position from feed where application = ?
            on conflict do nothing\
            """)
        .param(application.path())
        .update();
  }

  private Duration step() {
    boolean more = false;
    for (Application application : applications.withResources()) {
      if (feeds.of(application.path()).isPublishing()) {
        KafkaPublisher.Result sent = send(application);
        more |= sent.acknowledged() == BATCH;
        report(application, sent.failure());
      } else {
        failing.remove(application);
      }
    }
    return more && failing.isEmpty() ? Duration.ZERO : PAUSE;
  }

  private void report(Application application, @Nullable Exception failure) {
    if (failure == null) {
      if (failing.remove(application)) {
        LOG.info("Hints of '{}' are sent again", application.path());
      }
    } else if (failing.add(application)) {
      LOG.warn(
          "Cannot send hints of '{}' to Kafka, trying again: {}",
          application.path(),
          NestedExceptionUtils.getMostSpecificCause(failure).toString());
    }
  }

  private KafkaPublisher.Result send(Application application) {
    long position =
        jdbc.sql("select sent from hint where application = ?")
            .param(application.path())
            .query(Long.class)
            .single();
    List<Event> events = feeds.of(application.path()).after(position, BATCH);
    if (events.isEmpty()) {
      return new KafkaPublisher.Result(0, null);
    }
    KafkaPublisher.Result sent =
        publisher.send(events.stream().map(event -> message(application, event)).toList());
    if (sent.acknowledged() > 0) {
      jdbc.sql("update hint set sent = ? where application = ?")
          .params(events.get(sent.acknowledged() - 1).position(), application.path())
          .update();
    }
    return sent;
  }

  private ProducerRecord<String, byte[]> message(Application application, Event event) {
    Hint hint =
        new Hint(
            applications.feed(application),
            event.resource(),
            event.change().term(),
            event.position());
    return new ProducerRecord<>(
        TOPIC + application.path(), event.resource(), json.writeValueAsBytes(hint));
  }

  @Override
  public void close() {
    loop.close();
    publisher.close();
  }
}
