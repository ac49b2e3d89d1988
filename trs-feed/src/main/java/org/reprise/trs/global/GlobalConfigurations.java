package org.reprise.trs.global;

import static org.reprise.trs.global.GlobalServer.unavailable;
import static org.reprise.trs.global.GlobalServer.unusable;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.application.Applications;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Resolves global configurations to local ones (OSLC Configuration Management 1.1, "Resolving
 * concept resources"). Their server is asked at each request, with the entity tag of the known
 * document, so that nobody reads or writes in a configuration that was replaced; for a baseline,
 * which never changes, once.
 */
@Component
public final class GlobalConfigurations {
  private static final int MAX_CONCURRENT_DOCUMENTS = 4;
  private static final int MAX_CONFIGURATIONS = 20_000;
  private static final DataSize MAX_CACHE = DataSize.ofMegabytes(16);
  private static final int STATEMENTS_OF_ONE = 20;

  private final GlobalServer server;
  private final GlobalSettings settings;
  private final Applications applications;
  private final Cache<String, Resolution> known;
  // Each may be long.
  private final Semaphore reading = new Semaphore(MAX_CONCURRENT_DOCUMENTS);

  GlobalConfigurations(GlobalServer server, GlobalSettings settings, Applications applications) {
    this.server = server;
    this.settings = settings;
    this.applications = applications;
    this.known =
        Caffeine.newBuilder()
            .maximumWeight(MAX_CACHE.toBytes())
            .weigher((String uri, Resolution one) -> uri.length() + one.weight())
            .build();
  }

  /** Returns whether a URI is one of the server of global configurations. */
  public boolean isGlobal(String configuration) {
    return server.isOf(configuration);
  }

  /**
   * The configuration that a global one selects for a component.
   *
   * @param configuration for which {@link #isGlobal} holds
   * @param component URI of a component of an application that runs here
   * @return empty if it selects none
   * @throws Refusal 404 if there is no such global configuration, 503 if its server does not
   *     answer, 502 if its answer cannot be used
   */
  public Optional<String> select(String configuration, String component) {
    Resolution last = known.getIfPresent(configuration);
    Resolution resolution =
        last != null && last.isBaseline() ? last : ask(address(configuration), configuration, last);
    return Optional.ofNullable(resolution.byComponent().get(component));
  }

  // Relative parts could lead to another resource of its server than the one that is named.
  private static URI address(String configuration) {
    try {
      URI uri = new URI(configuration);
      if (uri.normalize().equals(uri) && uri.getRawFragment() == null) {
        return uri;
      }
    } catch (java.net.URISyntaxException e) {
      throw Refusal.invalid("The configuration <" + configuration + "> is no URI.");
    }
    throw Refusal.invalid("The configuration <" + configuration + "> is no plain URI.");
  }

  private Resolution ask(URI uri, String configuration, @Nullable Resolution last) {
    try {
      return read(uri, configuration, last);
    } catch (Refusal e) {
      throw e.status() == HttpStatus.GATEWAY_TIMEOUT ? unavailable(e.reason()) : e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("The service ends.");
    }
  }

  private Resolution read(URI uri, String configuration, @Nullable Resolution last)
      throws InterruptedException {
    Map<String, String> headers = new HashMap<>();
    headers.put("Accept", "text/turtle");
    headers.put("OSLC-Core-Version", "3.0");
    if (last != null && last.etag() != null) {
      headers.put("If-None-Match", last.etag());
    }
    try (GlobalServer.Response answer = server.get(uri, headers, last != null)) {
      int status = answer.head().status();
      switch (status) {
        case 200 -> {
          Resolution now = document(configuration, answer);
          known.put(configuration, now);
          return now;
        }
        case 304 -> {
          if (last == null) {
            throw unusable("The global configurations' server answers 304 to a first request.");
          }
          return last;
        }
        case 404, 410 ->
            throw Refusal.notFound(
                "The global configurations' server has no <" + configuration + ">.");
        default -> {
          String reason = "The global configurations' server answers " + status + ".";
          throw status >= 500 ? unavailable(reason) : unusable(reason);
        }
      }
    }
  }

  // Only for a document: most answers say that it is as it was, and wait for nobody.
  private Resolution document(String configuration, GlobalServer.Response answer)
      throws InterruptedException {
    if (!reading.tryAcquire(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      throw unavailable("Too many global configurations are being read.");
    }
    try {
      // Another request may have read the same document while this one waited.
      Resolution since = known.getIfPresent(configuration);
      return since != null && since.etag() != null && since.etag().equals(answer.etag())
          ? since
          : resolution(configuration, answer);
    } finally {
      reading.release();
    }
  }

  private Resolution resolution(String configuration, GlobalServer.Response answer) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      answer.copyTo(body);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail", e);
    }
    try {
      List<Triple> document =
          RdfReader.read(
              body.toByteArray(),
              answer.head().headers().getFirst("Content-Type"),
              configuration,
              MAX_CONFIGURATIONS * STATEMENTS_OF_ONE);
      return Resolution.read(configuration, answer.etag(), document, this::isOurs);
    } catch (Refusal e) {
      throw unusable("The global configuration <%s>: %s".formatted(configuration, e.reason()));
    }
  }

  private boolean isOurs(String component) {
    return applications.withResources().stream()
        .anyMatch(application -> component.startsWith(applications.base(application) + "/"));
  }
}
