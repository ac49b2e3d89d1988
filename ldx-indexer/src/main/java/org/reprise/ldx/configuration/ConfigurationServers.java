package org.reprise.ldx.configuration;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.source.DataSources;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.stereotype.Component;

/** The servers of configurations: those whose feeds are indexed, and no others. */
@Component
final class ConfigurationServers {
  private final DataSources sources;
  private final ConcurrentMap<Origin, ConfigurationServer> servers = new ConcurrentHashMap<>();

  ConfigurationServers(DataSources sources) {
    this.sources = sources;
  }

  Set<Origin> origins() {
    return sources.all().stream()
        .flatMap(source -> source.origins().stream())
        .collect(Collectors.toSet());
  }

  /** Returns the server of a configuration; 400 where no feed of it is indexed. */
  ConfigurationServer of(URI configuration, Set<Origin> origins) {
    Origin origin = Origin.of(configuration);
    if (!origins.contains(origin)) {
      throw Refusal.invalid(
          "The configuration context %s: no feed of its server is indexed"
              .formatted(configuration));
    }
    return servers.computeIfAbsent(origin, it -> new ConfigurationServer());
  }
}
