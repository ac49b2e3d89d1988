package org.reprise.ldx.source;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Feeds that are read, and their polls, under {@code reprise.ldx}.
 *
 * @param poll how long after one poll of a data source the next one begins, where the data source
 *     says nothing else; from 1 s to 7 days
 * @param threads how many fetch and index, for each data source
 * @param lease how long after its last renewal another instance takes over a data source
 * @param dataSources are made when the service starts, unless there is one of that name
 */
@ConfigurationProperties("reprise.ldx")
public record SourceSettings(
    @DefaultValue("60s") Duration poll,
    @DefaultValue("2") int threads,
    @DefaultValue("15s") Duration lease,
    @DefaultValue List<Configured> dataSources) {

  private static final Duration MIN_LEASE = Duration.ofMillis(500);

  /**
   * A data source of the configuration.
   *
   * @param catalog of its service providers, for clients of the index; may be missing
   * @param origins of artifacts, where they are not that of {@code trs}
   */
  public record Configured(
      String name,
      URI trs,
      @Nullable URI catalog,
      @DefaultValue List<URI> origins,
      @Nullable Duration poll,
      @Nullable Integer threads) {
    @SuppressWarnings("NullAway") // a missing value is bound as null
    public Configured {
      if (name == null || name.isBlank() || trs == null) {
        throw new IllegalArgumentException(
            "reprise.ldx.data-sources: each one needs a name and the address trs");
      }
      origins = List.copyOf(origins);
    }
  }

  public SourceSettings {
    dataSources = List.copyOf(dataSources);
    SettingBounds bounds =
        new SettingBounds("reprise.ldx")
            .within("poll", poll, Duration.ofSeconds(1), Definition.MAX_POLL)
            .within("threads", threads, 1, Definition.MAX_THREADS)
            .atLeast("lease", lease, MIN_LEASE);
    Set<String> names = new HashSet<>();
    Set<URI> feeds = new HashSet<>();
    for (Configured source : dataSources) {
      bounds.require(
          names.add(source.name()) && feeds.add(source.trs()),
          "data-sources",
          "has '%s' twice".formatted(source.name()));
    }
  }

  /** Returns the configured data sources, with the service's defaults. */
  List<Definition> definitions() {
    try {
      return dataSources.stream()
          .map(source ->
              new Definition(
                  source.name(),
                  source.trs(),
                  source.catalog(),
                  source.origins().stream().map(Object::toString).toList(),
                  source.poll() == null ? poll : source.poll(),
                  source.threads() == null ? threads : source.threads()))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("reprise.ldx.data-sources: " + e.getMessage(), e);
    }
  }
}
