package org.reprise.kit.work;

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
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates topics before the first message is sent to them, with the broker's own numbers of
 * partitions and replicas: brokers need not create topics on use, and where they do a producer
 * waits long for the first. It also checks that the broker answers.
 */
public final class KafkaTopics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaTopics.class);
  private static final int LIMIT_MILLIS = 5_000;
  private static final int QUICK_MILLIS = 2_000;
  private static final DescribeClusterOptions QUICK =
      new DescribeClusterOptions().timeoutMs(QUICK_MILLIS);

  // After a failure to create topics; meanwhile the producer reports what is missing.
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Map<String, Object> configuration;
  private final Set<String> known = new HashSet<>();
  private long notBefore = System.nanoTime();
  private @Nullable Admin admin;

  public KafkaTopics(Map<String, Object> connection) {
    this.configuration = new HashMap<>(connection);
    configuration.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, LIMIT_MILLIS);
    configuration.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LIMIT_MILLIS);
  }

  /** Throws a {@link KafkaException} where the broker does not answer within seconds. */
  void requireBroker() throws InterruptedException {
    try {
      admin().describeCluster(QUICK).nodes().get(QUICK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new KafkaException("the broker does not answer", e);
    }
  }

  private Admin admin() {
    Admin open = admin;
    if (open == null) {
      open = Admin.create(configuration);
      admin = open;
    }
    return open;
  }

  /** Closes the connection; the next use opens one, and looks for all topics again. */
  @Override
  public void close() {
    known.clear();
    Admin open = admin;
    admin = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }

  /** Creates those that are missing. Where that is not allowed, the producer reports it. */
  public void need(Set<String> topics) throws InterruptedException {
    if (known.containsAll(topics) || System.nanoTime() - notBefore < 0) {
      return;
    }
    try {
      Admin admin = admin();
      Set<String> missing = new HashSet<>(topics);
      missing.removeAll(admin.listTopics().names().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
      admin
          .createTopics(
              missing.stream()
                  .map(name -> new NewTopic(name, Optional.empty(), Optional.empty()))
                  .toList())
          .all()
          .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      known.addAll(topics);
    } catch (ExecutionException | TimeoutException e) {
      close();
      notBefore = System.nanoTime() + PAUSE.toNanos();
      LOG.debug("Cannot create the topics {}: {}", topics, e.getMessage());
    }
  }
}
