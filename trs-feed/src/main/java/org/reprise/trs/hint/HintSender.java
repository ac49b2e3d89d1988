package org.reprise.trs.hint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.oslc.trs.Event;
import org.reprise.oslc.trs.Feeds;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdminOperations;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends each published event as a hint to the application's topic, in order, after it can be read
 * in the feed. The log of the feed is the outbox: the position that Kafka has received is stored,
 * so a hint may come twice, and none is lost by a crash. Nothing waits for Kafka: while it does not
 * answer, the feed goes on. Without configured brokers there are no hints, and readers poll.
 */
@Component
@ConditionalOnExpression("!'${spring.kafka.bootstrap-servers:}'.isBlank()")
final class HintSender implements AutoCloseable {
  /** What the topics' names begin with, before the application's path. */
  static final String TOPIC = "reprise.trs.";

  private static final Logger LOG = LoggerFactory.getLogger(HintSender.class);
  private static final int BATCH = 500;
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(15);

  private final JdbcClient jdbc;
  private final Applications applications;
  private final Feeds feeds;
  private final KafkaOperations<String, String> kafka;
  private final KafkaAdminOperations topics;
  private final JsonMapper json;
  private final Set<Application> withTopic = EnumSet.noneOf(Application.class);
  private final Loop loop;

  HintSender(
      JdbcClient jdbc,
      Applications applications,
      Feeds feeds,
      KafkaOperations<String, String> kafka,
      KafkaAdminOperations topics,
      JsonMapper json,
      Loops loops) {
    this.jdbc = jdbc;
    this.applications = applications;
    this.feeds = feeds;
    this.kafka = kafka;
    this.topics = topics;
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

  private Duration step() throws InterruptedException {
    boolean more = false;
    boolean hasFailed = false;
    for (Application application : applications.withResources()) {
      if (feeds.of(application.path()).isPublishing()) {
        try {
          more |= send(application) == BATCH;
        } catch (ExecutionException
            | TimeoutException
            | KafkaException
            | org.springframework.kafka.KafkaException e) {
          LOG.warn(
              "Cannot send hints of '{}' to Kafka: {}; trying again",
              application.path(),
              e.getMessage());
          // The topic may be gone.
          withTopic.remove(application);
          hasFailed = true;
        }
      }
    }
    if (hasFailed) {
      return PAUSE_AFTER_FAULT;
    }
    return more ? Duration.ZERO : PAUSE;
  }

  private int send(Application application)
      throws InterruptedException, ExecutionException, TimeoutException {
    long sent =
        jdbc.sql("select sent from hint where application = ?")
            .param(application.path())
            .query(Long.class)
            .single();
    List<Event> events = feeds.of(application.path()).after(sent, BATCH);
    if (events.isEmpty()) {
      return 0;
    }
    if (!withTopic.contains(application)) {
      topics.createOrModifyTopics(TopicBuilder.name(TOPIC + application.path()).build());
      withTopic.add(application);
    }
    List<CompletableFuture<?>> sends = new ArrayList<>();
    for (Event event : events) {
      sends.add(kafka.send(TOPIC + application.path(), event.resource(), body(application, event)));
    }
    CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new))
        .get(SEND_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    jdbc.sql("update hint set sent = ? where application = ?")
        .params(events.getLast().position(), application.path())
        .update();
    return events.size();
  }

  private String body(Application application, Event event) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("trs", applications.feed(application));
    body.put("changed", event.resource());
    body.put("type", event.change().term());
    body.put("order", event.position());
    return json.writeValueAsString(body);
  }

  @Override
  public void close() {
    loop.close();
  }
}
