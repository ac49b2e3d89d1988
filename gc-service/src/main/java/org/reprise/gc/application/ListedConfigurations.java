package org.reprise.gc.application;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The streams and baselines that applications list for their components (OSLC Configuration
 * Management 1.1: {@code oslc_config:configurations} of a component is a container). A person waits
 * for the answer, so the wait is short; what comes later is known the next time.
 */
@Component
public final class ListedConfigurations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ListedConfigurations.class);
  private static final Node NEXT_PAGE = Vocabulary.OSLC.term("nextPage");
  private static final int OK = 200;
  private static final int MAX_PAGES = 20;
  private static final int MAX_CONCURRENT = 4;
  // A page is late by so much if an application does not answer.
  private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(2);

  private final Applications applications;
  private final LocalConfigurations configurations;
  private final Map<String, Semaphore> permits = new TreeMap<>();
  private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

  ListedConfigurations(Applications applications, LocalConfigurations configurations) {
    this.applications = applications;
    this.configurations = configurations;
    applications
        .baseUris()
        .keySet()
        .forEach(name -> permits.put(name, new Semaphore(MAX_CONCURRENT)));
  }

  /**
   * The configurations that an application lists.
   *
   * @param configurations the newest first
   * @param application its name; null if none is configured that has the component
   * @param isAnswered false if it has not listed all of them in time, or cannot
   */
  public record ApplicationListing(
      List<LocalConfiguration> configurations, @Nullable String application, boolean isAnswered) {
    public ApplicationListing {
      configurations = List.copyOf(configurations);
    }
  }

  /**
   * The newest configurations of an application's component that can be contributed, as far as they
   * are there in time. No transaction may be open.
   *
   * @param component its URI
   */
  public ApplicationListing newest(String component, int max) {
    String application = applications.of(component).orElse(null);
    Semaphore permit = application == null ? null : permits.get(application);
    if (permit == null || !permit.tryAcquire()) {
      return new ApplicationListing(List.of(), application, false);
    }
    List<LocalConfiguration> found = new CopyOnWriteArrayList<>();
    Future<?> reading =
        readers.submit(() -> {
          try {
            read(component, max, found);
          } finally {
            permit.release();
          }
        });
    return new ApplicationListing(found, application, isDone(reading, component));
  }

  private boolean isDone(Future<?> reading, String component) {
    try {
      reading.get(PAGE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        LOG.info("The configurations of {} are not listed: {}", component, refusal.reason());
        return false;
      }
      throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
    }
  }

  // Leaves out what cannot be contributed. Where the application itself fails, so it would with all
  // others.
  private void read(String component, int max, List<LocalConfiguration> found) {
    List<String> uris = uris(component);
    for (String uri : uris.reversed().stream().distinct().limit(max).toList()) {
      try {
        found.addAll(configurations.contributable(List.of(uri)));
      } catch (Refusal e) {
        if (e.status() != HttpStatus.BAD_REQUEST) {
          throw e;
        }
      }
    }
  }

  // In the application's order: the oldest first.
  private List<String> uris(String component) {
    String next =
        LocalDocument.links(
                triples(component).stream().filter(triple -> triple.getSubject().hasURI(component)),
                Terms.CONFIGURATIONS)
            .findFirst()
            .orElseThrow(() -> unreadable(component, "it has no oslc_config:configurations"));
    List<String> all = new ArrayList<>();
    Set<String> visited = new HashSet<>();
    while (next != null && visited.size() < MAX_PAGES && visited.add(next)) {
      requireSame(component, next);
      List<Triple> page = triples(next);
      LocalDocument.links(page.stream(), Terms.CONTAINS)
          .filter(uri -> applications.of(uri).equals(applications.of(component)))
          .forEach(all::add);
      next = LocalDocument.links(page.stream(), NEXT_PAGE).findFirst().orElse(null);
    }
    return all;
  }

  // Credentials are those of the component's application.
  private void requireSame(String component, String uri) {
    if (!applications.of(uri).equals(applications.of(component))) {
      throw unreadable(component, "it leads to another server: <%s>".formatted(uri));
    }
  }

  private List<Triple> triples(String uri) {
    Applications.Answer answer = applications.get(uri, false);
    if (answer.status() != OK) {
      throw unreadable(uri, "the answer is " + answer.status());
    }
    return answer.triples(uri);
  }

  private static Refusal unreadable(String uri, String reason) {
    return new Refusal(
        HttpStatus.BAD_GATEWAY, "What is at <%s> cannot be used: %s".formatted(uri, reason));
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
