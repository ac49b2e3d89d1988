package org.reprise.gc.application;

import java.net.URI;
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
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.rdf.Vocabulary;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Streams and baselines of the applications: asked about once, and kept beside contributions. */
public final class LocalConfigurations {
  private static final Node CONTAINS = Vocabulary.LDP.term("contains");
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int SEE_OTHER = 303;
  private static final int SERVER_ERROR = 500;

  // Of the credentials, which are this service's own.
  private static final Set<Integer> OURS = Set.of(401, 403, 407);

  private final JdbcClient jdbc;
  private final Applications applications;
  private final Duration keep;

  LocalConfigurations(JdbcClient jdbc, Applications applications, Duration keep) {
    this.jdbc = jdbc;
    this.applications = applications;
    this.keep = keep;
  }

  /**
   * Configurations that can be contributed, in the order of their URIs. An application is asked
   * about those that nothing, or nothing new, is known of; no transaction may be open.
   *
   * @throws Refusal 400 where there is no such configuration or it cannot be contributed, 502 where
   *     an application does not let this service in, 503 where it does not answer
   */
  public List<LocalConfiguration> contributable(Collection<String> uris) {
    Map<String, LocalConfiguration> known = known(uris);
    long deadline = System.nanoTime() + LONGEST.toNanos();
    List<LocalConfiguration> all = new ArrayList<>(uris.size());
    for (String uri : uris) {
      LocalConfiguration one = known.get(uri);
      if (one == null) {
        if (System.nanoTime() > deadline) {
          throw Refusal.unavailable(
              "Applications were asked about %,d new contributions for too long. What they said is kept: try again."
                  .formatted(uris.size()),
              Duration.ofSeconds(1));
        }
        one = read(uri);
      }
      all.add(one);
    }
    return all;
  }

  private Map<String, LocalConfiguration> known(Collection<String> uris) {
    Map<String, LocalConfiguration> known = new HashMap<>();
    if (uris.isEmpty()) {
      return known;
    }
    jdbc.sql(
            """
            select id, uri, component, kind, title, overrides from local_configuration
            where uri = any (?)
              and (kind = 'BASELINE' or loaded > now() - ? * interval '1 millisecond')\
            """)
        .params(uris.toArray(String[]::new), keep.toMillis())
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
        row.getString("overrides"));
  }

  private LocalConfiguration read(String uri) {
    Applications.Answer answer = applications.get(uri);
    requireLetIn(uri, answer);
    if (answer.status() != OK) {
      throw Refusal.invalid(
          "<%s> cannot be contributed: its application answers %d."
              .formatted(uri, answer.status()));
    }
    return keep(uri, triples(uri, answer));
  }

  private static void requireLetIn(String uri, Applications.Answer answer) {
    if (OURS.contains(answer.status())) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "The application of <%s> does not let this service in (it answers %d): see reprise.gc.applications."
              .formatted(uri, answer.status()));
    }
    if (answer.status() >= SERVER_ERROR) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "The application of <%s> answers %d.".formatted(uri, answer.status()));
    }
  }

  private LocalConfiguration keep(String uri, List<Triple> triples) {
    LocalDocument document = new LocalDocument(uri, triples);
    document.requireContributable();
    return jdbc.sql(
            """
            insert into local_configuration (uri, component, kind, title, overrides)
            values (:uri, :component, :kind, :title, :overrides)
            on conflict (uri) do update set title = excluded.title, loaded = now()
            returning id, uri, component, kind, title, overrides\
            """)
        .param("uri", uri)
        .param("component", document.component())
        .param("kind", document.isBaseline() ? "BASELINE" : "STREAM")
        .param("title", document.title())
        .param("overrides", document.overrides())
        .query((row, n) -> read(row))
        .single();
  }

  private static List<Triple> triples(String uri, Applications.Answer answer) {
    try {
      return RdfReader.read(answer.body(), answer.contentType(), uri);
    } catch (Refusal e) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY, "What is at <%s> cannot be read: %s".formatted(uri, e.reason()));
    }
  }

  /**
   * Has an application make a baseline of a stream: {@code POST} to its {@code baselines}. Where
   * nothing was changed since the last one, the application may name that (303).
   *
   * @param component the URI of the stream's component, which the baseline must have, too
   * @param title of the baseline; null for one that the application chooses
   * @param requestKey by which the application, as far as it can, recognizes the request when it is
   *     sent again because no answer came, and answers with the baseline that it has made
   * @throws Refusal 502 where the application does not do it, 503 where it does not answer
   */
  public LocalConfiguration createBaseline(
      String stream, String component, @Nullable String title, String requestKey) {
    String turtle =
        title == null
            ? ""
            : "<> <http://purl.org/dc/terms/title> \"%s\" .".formatted(escaped(title));
    Applications.Answer answer = applications.post(stream + "/baselines", turtle, requestKey);
    if (answer.status() != CREATED && answer.status() != SEE_OTHER) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "No baseline of <%s> was made: its application answers %d."
              .formatted(stream, answer.status()));
    }
    String baseline = location(stream, answer);
    LocalConfiguration made = made(baseline);
    if (!made.isBaseline() || !made.component().equals(component)) {
      throw new Refusal(
          HttpStatus.BAD_GATEWAY,
          "<%s> should be a baseline of the component <%s>, and is %s of <%s>."
              .formatted(
                  baseline, component, made.isBaseline() ? "one" : "a stream", made.component()));
    }
    return made;
  }

  // Who wants the baseline of a stream has no part in what the application says of it.
  private LocalConfiguration made(String baseline) {
    try {
      return contributable(List.of(baseline)).getFirst();
    } catch (Refusal e) {
      throw e.status().equals(HttpStatus.BAD_REQUEST)
          ? new Refusal(HttpStatus.BAD_GATEWAY, e.reason())
          : e;
    }
  }

  private String location(String stream, Applications.Answer answer) {
    try {
      String uri = URI.create(stream).resolve(answer.location()).toString();
      if (!answer.location().isEmpty() && applications.of(uri).equals(applications.of(stream))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw noLocation(stream, answer);
    }
    throw noLocation(stream, answer);
  }

  private static Refusal noLocation(String stream, Applications.Answer answer) {
    return new Refusal(
        HttpStatus.BAD_GATEWAY,
        "The baseline of <%s> is said to be at '%s', which is no URI of its application."
            .formatted(stream, answer.location()));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  /**
   * The configurations of an application's component, in the order in which it tells them; only its
   * first page.
   *
   * @param application its name
   * @param path of the component, as {@code /component/1}
   * @return empty where there is no such component
   * @throws Refusal 502 where the application does not let this service in or fails, 503 where it
   *     does not answer
   */
  public Optional<List<LocalConfiguration>> ofComponent(String application, String path) {
    String uri = applications.baseUris().get(application) + path + "/configurations";
    Applications.Answer answer = applications.get(uri);
    requireLetIn(uri, answer);
    if (answer.status() != OK) {
      return Optional.empty();
    }
    List<String> contained =
        triples(uri, answer).stream()
            .filter(triple -> triple.getPredicate().equals(CONTAINS) && triple.getObject().isURI())
            .map(triple -> triple.getObject().getURI())
            .toList();
    return Optional.of(contributable(contained));
  }

  /** Titles of configurations of applications, by URI, as far as they are known. */
  public Map<String, String> titles(Collection<String> uris) {
    Map<String, String> all = new HashMap<>();
    jdbc.sql("select uri, title from local_configuration where uri = any (?)")
        .param(uris.toArray(String[]::new))
        .query(row -> {
          all.put(row.getString(1), row.getString(2));
        });
    return all;
  }
}
