package org.reprise.ldx.configuration;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.reprise.ldx.configuration.Description.Page;
import org.reprise.ldx.configuration.StoredConfigurations.State;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.Origin;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The configuration contexts of queries. The versions that a local configuration selects, and the
 * local ones that a global one resolves to, are read from its server at a query, and stored beside
 * the links, so that a query is one statement.
 */
@Component
public final class Configurations {
  private static final Logger LOG = LoggerFactory.getLogger(Configurations.class);
  static final int MAX_URI = 600;
  private static final Duration READING_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final StoredConfigurations stored;
  private final ConfigurationServers servers;
  private final GlobalConfigurations globals;
  private final DescriptionReader reader;

  Configurations(
      StoredConfigurations stored,
      ConfigurationServers servers,
      GlobalConfigurations globals,
      DescriptionReader reader) {
    this.stored = stored;
    this.servers = servers;
    this.globals = globals;
    this.reader = reader;
  }

  /**
   * Returns a configuration of which the selections are in the index. While those of a local stream
   * are read again, or cannot be, the ones that are there count. The resolution of a global stream
   * is read again when it is too old; the selections of its local ones are read in the background,
   * and a caller waits for them only where they are older than a minute.
   *
   * @throws Refusal when there is no such configuration, or its server does not give it
   */
  public KnownConfiguration known(String context) {
    if (context.length() > MAX_URI) {
      throw Refusal.invalid("The configuration context is longer than 600 characters");
    }
    URI uri = address(context);
    Optional<State> kept = stored.find(context);
    kept.filter(known -> !known.isRecentlyUsed()).ifPresent(known -> stored.recordUse(known.id()));
    State now = kept.filter(State::isFresh).orElseGet(() -> readAgain(uri, kept));
    if (now.isGlobal() && !now.hasFreshSelections()) {
      globals.refresh(now.id(), !now.hasUsableSelections());
    }
    return new KnownConfiguration(now.id(), now.isGlobal());
  }

  private static URI address(String context) {
    try {
      URI uri = URI.create(context);
      Origin.of(uri);
      // It is not sent: one configuration would be stored again under each fragment.
      if (uri.getRawFragment() != null) {
        throw Refusal.invalid("The configuration context '%s' has a fragment".formatted(context));
      }
      return uri;
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("The configuration context '%s' is no address".formatted(context));
    }
  }

  // One request reads it; others for it wait where the stored one does not count.
  private State readAgain(URI uri, Optional<State> kept) {
    Set<Origin> origins = servers.origins();
    ConfigurationServer server = servers.of(uri, origins);
    Optional<State> usable = kept.filter(Configurations::isUsable);
    ReentrantLock lock = server.lock(uri.toString(), kept.isPresent());
    if (!isLocked(lock, usable.isPresent() ? Duration.ZERO : READING_TIMEOUT)) {
      return usable.orElseThrow(() ->
          Refusal.unavailable(
              "The configuration context %s is being read. Try again.".formatted(uri),
              RETRY_AFTER));
    }
    try {
      Optional<State> since = stored.find(uri.toString());
      return since.filter(State::isFresh).orElseGet(() -> read(uri, server, origins, since));
    } finally {
      lock.unlock();
    }
  }

  // The resolution of a global stream may be wrong by now; that of a baseline is not.
  private static boolean isUsable(State kept) {
    return !kept.isGlobal() || kept.isBaseline();
  }

  private static boolean isLocked(ReentrantLock lock, Duration wait) {
    try {
      return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private State read(
      URI uri, ConfigurationServer server, Set<Origin> origins, Optional<State> kept) {
    List<Page> pages = kept.map(State::pages).orElse(List.of());
    long began = System.nanoTime();
    try {
      Description description =
          server.call(kept.isPresent(), () -> reader.read(uri, origins, pages));
      switch (description) {
        case Description.Local local -> stored.store(uri.toString(), local, began);
        case Description.Global global -> globals.resolve(uri, global, origins, began);
        case Description.Confirmation confirmation ->
            kept.ifPresent(known -> stored.confirm(known.id(), began));
      }
      return stored.find(uri.toString()).orElseThrow();
    } catch (FetchFailure e) {
      Optional<State> usable = kept.filter(Configurations::isUsable);
      if (usable.isPresent() && e.isOfServer()) {
        LOG.debug("{} is as it was: {}", uri, e.reason());
        return usable.get();
      }
      throw refusal(uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.unavailable("The service is shutting down", RETRY_AFTER);
    }
  }

  private static Refusal refusal(URI uri, FetchFailure e) {
    String message = "The configuration context %s: %s".formatted(uri, e.reason());
    return switch (e.kind()) {
      case UNAVAILABLE, SERVER, CREDENTIALS -> Refusal.unavailable(message, RETRY_AFTER);
      case GONE, UNUSABLE -> Refusal.invalid(message);
      case DOCUMENT, FORBIDDEN -> new Refusal(HttpStatus.BAD_GATEWAY, message);
    };
  }

  /** Removes a configuration unused for 30 days; returns whether there may be more. */
  public boolean removeUnused() {
    return stored.removeUnused();
  }
}
