package org.reprise.trs.feed;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.trs.Publisher;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;

/** The publishers of the applications that run here. */
public final class Publishers implements AutoCloseable {
  private final Map<Application, Publisher> all = new EnumMap<>(Application.class);
  private final List<Consumer<Application>> listeners = new CopyOnWriteArrayList<>();

  Publishers(
      OwnConnections connections,
      Applications applications,
      FeedSettings settings,
      MeterRegistry registry) {
    for (Application application : applications.withResources()) {
      all.put(
          application,
          new Publisher(
              "trs-publisher-" + application.path(),
              connections,
              new CommittedChanges(application),
              settings.publishInterval(),
              Counter.builder("reprise.trs.events.published")
                  .description("Events that this process gave their order")
                  .tag("feed", application.path())
                  .register(registry),
              () -> listeners.forEach(listener -> listener.accept(application))));
    }
  }

  void start() {
    all.values().forEach(Publisher::start);
  }

  /** Something was committed. */
  void wake(Application application) {
    Publisher publisher = all.get(application);
    if (publisher != null) {
      publisher.wake();
    }
  }

  /** Tells somebody whenever this process has published events; it must return at once. */
  public void whenPublished(Consumer<Application> listener) {
    listeners.add(listener);
  }

  /** Whether this process, and no other, publishes an application's feed. */
  public boolean isPublishing(Application application) {
    Publisher publisher = all.get(application);
    return publisher != null && publisher.isPublishing();
  }

  /** Names of the applications whose publisher's thread ended by itself. */
  List<String> dead() {
    return all.entrySet().stream()
        .filter(one -> !one.getValue().isHealthy())
        .map(one -> one.getKey().path())
        .toList();
  }

  /** Ends the sessions, so that other processes can publish at once. */
  @Override
  public void close() {
    all.values().forEach(Publisher::close);
  }
}
