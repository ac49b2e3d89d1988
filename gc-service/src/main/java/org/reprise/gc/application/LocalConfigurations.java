package org.reprise.gc.application;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Streams and baselines of the applications, read once and stored. */
@Component
public final class LocalConfigurations {
  private static final Duration MAX_READING = Duration.ofSeconds(20);
  private static final Duration FOREVER = Duration.ofDays(36_500);
  private static final int MAX_TITLES = 1_000;
  private static final int OK = 200;
  private static final int SERVER_ERROR = 500;

  // The application rejects the credentials of this service.
  private static final Set<Integer> REJECTED_CREDENTIALS = Set.of(401, 403, 407);

  private final JdbcClient jdbc;
  private final Applications applications;
  private final Duration keep;
  private final Cache<String, Optional<String>> componentTitles;

  LocalConfigurations(JdbcClient jdbc, Applications applications, ApplicationSettings settings) {
    this.jdbc = jdbc;
    this.applications = applications;
    this.keep = settings.requests().keep();
    // A title that could not be read is read again soon.
    Duration retry = settings.requests().breakerOpen();
    this.componentTitles =
        Caffeine.newBuilder()
            .maximumSize(MAX_TITLES)
            .expireAfter(
                Expiry.<String, Optional<String>>writing(
                    (_, title) -> title.isPresent() ? keep : retry))
            .build();
  }

  /**
   * Returns configurations that can be contributed, in the order of their URIs. Those that are not
   * stored, or too old, are read from their application; no transaction may be open.
   *
   * @throws Refusal 400 if there is no such configuration or it cannot be contributed, 502 where an
   *     application rejects the credentials, 503 if it does not answer
   */
  public List<LocalConfiguration> contributable(Collection<String> uris) {
    Map<String, LocalConfiguration> known = known(uris, keep);
    Map<String, LocalConfiguration> readBefore =
        known.keySet().containsAll(uris) ? known : known(uris);
    long deadline = System.nanoTime() + MAX_READING.toNanos();
    List<LocalConfiguration> all = new ArrayList<>(uris.size());
    for (String uri : uris) {
      LocalConfiguration one = known.get(uri);
      if (one == null) {
        if (System.nanoTime() > deadline) {
          throw Refusal.unavailable(
              "Reading %,d new contributions from applications took too long. Those that were read are stored: try again."
                  .formatted(uris.size()),
              Duration.ofSeconds(1));
        }
        one = read(uri, readBefore.containsKey(uri));
      }
      all.add(one);
    }
    return all;
  }

  /** Returns stored configurations, by URI, however long ago they were read. */
  public Map<String, LocalConfiguration> known(Collection<String> uris) {
    return known(uris, FOREVER);
  }

  private Map<String, LocalConfiguration> known(Collection<String> uris, Duration age) {
    Map<String, LocalConfiguration> known = new HashMap<>();
    if (uris.isEmpty()) {
      return known;
    }
    jdbc.sql(
            """
            select id, uri, component, kind, title, component_title, overrides, baselines
            from local_configuration
            where uri = any (?)
              and (kind = 'BASELINE' or loaded > now() - ? * interval '1 millisecond')\
            """)
        .params(uris.toArray(String[]::new), age.toMillis())
        .query(row -> {
          LocalConfiguration one = read(row);
          known.put(one.uri(), one);
        });
    return known;
  }

  private static LocalConfiguration read(ResultSet row) throws SQLException {
    return new LocalConfiguration(
        row.getLong("id"),
        row.getString("uri"),
        row.getString("component"),
        "BASELINE".equals(row.getString("kind")),
        row.getString("title"),
        row.getString("component_title"),
        row.getString("overrides"),
        row.getString("baselines"));
  }

  private LocalConfiguration read(String uri, boolean isKnown) {
    Applications.Answer answer = applications.get(uri, isKnown);
    requireNoFailure(uri, answer);
    if (answer.status() != OK) {
      throw Refusal.invalid(
          "<%s> cannot be contributed: its application answers %d."
              .formatted(uri, answer.status()));
    }
    LocalDocument document = new LocalDocument(uri, answer.triples(uri));
    document.requireContributable();
    return keep(uri, document, componentTitle(document.component()).orElse(null));
  }

  private Optional<String> componentTitle(String component) {
    Optional<String> title = componentTitles.getIfPresent(component);
    if (title == null) {
      title = readTitle(component);
      componentTitles.put(component, title);
    }
    return title;
  }

  private Optional<String> readTitle(String component) {
    try {
      Applications.Answer answer = applications.get(component, false);
      return new LocalDocument(component, answer.triples(component)).title();
    } catch (Refusal e) {
      // A configuration can be contributed without it.
      return Optional.empty();
    }
  }

  static void requireNoFailure(String uri, Applications.Answer answer) {
    if (REJECTED_CREDENTIALS.contains(answer.status())) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "The application of <%s> rejects the credentials of this service (it answers %d): see reprise.gc.applications."
              .formatted(uri, answer.status()));
    }
    if (answer.status() >= SERVER_ERROR) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "The application of <%s> answers %d.".formatted(uri, answer.status()));
    }
  }

  private LocalConfiguration keep(
      String uri, LocalDocument document, @Nullable String componentTitle) {
    return jdbc.sql(
            """
            insert into local_configuration (uri, component, kind, title, component_title,
              overrides, baselines)
            values (:uri, :component, :kind, :title, :componentTitle, :overrides, :baselines)
            on conflict (uri) do update set component = excluded.component, kind = excluded.kind,
              title = excluded.title, overrides = excluded.overrides,
              component_title =
                coalesce(excluded.component_title, local_configuration.component_title),
              baselines = excluded.baselines, loaded = now()
            returning id, uri, component, kind, title, component_title, overrides, baselines\
            """)
        .param("uri", uri)
        .param("component", document.component())
        .param("kind", document.isBaseline() ? "BASELINE" : "STREAM")
        .param("title", document.title().orElseGet(() -> Titles.cut(uri)))
        .param("componentTitle", componentTitle)
        .param("overrides", document.overrides())
        .param("baselines", document.baselines())
        .query((row, n) -> read(row))
        .single();
  }

  /**
   * Returns the configurations of an application's component, in the order of the first page of its
   * container.
   *
   * @param application its name
   * @param path of the component, as {@code /component/1}
   * @return empty if there is no such component
   * @throws Refusal 502 if the application rejects the credentials or fails, 503 if it does not
   *     answer
   */
  public List<LocalConfiguration> ofComponent(String application, String path) {
    String uri = applications.baseUris().get(application) + path + "/configurations";
    Applications.Answer answer = applications.get(uri, true);
    requireNoFailure(uri, answer);
    return answer.status() == OK
        ? contributable(LocalDocument.links(answer.triples(uri).stream(), Terms.CONTAINS).toList())
        : List.of();
  }
}
