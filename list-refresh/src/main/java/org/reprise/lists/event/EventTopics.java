package org.reprise.lists.event;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes topics before the first event goes to them, with the broker's own numbers of partitions and
 * replicas: brokers need not make topics on use, and where they do a producer waits long for the
 * first.
 */
final class EventTopics {
  private static final Logger LOG = LoggerFactory.getLogger(EventTopics.class);
  private static final int LIMIT_MILLIS = 5_000;

  /** Who may not make topics does not ask before each event. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Map<String, Object> configuration;
  private final Set<String> known = new HashSet<>();
  private long notBefore = System.nanoTime();

  EventTopics(Map<String, Object> connection) {
    this.configuration = new HashMap<>(connection);
    configuration.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LIMIT_MILLIS);
    configuration.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LIMIT_MILLIS);
  }

  /** Makes those that are missing. Where that is not allowed, the producer finds out. */
  void need(Set<String> topics) throws InterruptedException {
    if (known.containsAll(topics) || System.nanoTime() - notBefore < 0) {
      return;
    }
    try (Admin admin = Admin.create(configuration)) {
      Set<String> missing = new HashSet<>(topics);
      missing.removeAll(admin.listTopics().names().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
      admin.createTopics(missing.stream().map(EventTopics::topic).toList()).all().get();
      known.addAll(topics);
    } catch (ExecutionException | TimeoutException e) {
      notBefore = System.nanoTime() + PAUSE.toNanos();
      LOG.debug("Topics {} were not made: {}", topics, e.getMessage());
    }
  }

  private static NewTopic topic(String name) {
    return new NewTopic(name, Optional.empty(), Optional.empty());
  }
}
