package org.reprise.gc.fill;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.reprise.gc.application.Applications;
import org.reprise.gc.application.LocalConfiguration;
import org.reprise.gc.application.LocalConfigurations;
import org.reprise.gc.configuration.Graph;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fills an empty service with the report's volumes: 131 components, each with a stream and two
 * baselines, and contributions of each application that has configurations.
 */
@Component
final class Fill {
  static final int COMPONENTS = 131;
  private static final int BASELINES = 2;
  private static final int MAX_CONCURRENT = 8;
  private static final String[] WORDS =
      "Braking Steering Lighting Cooling Charging Suspension Gearbox Engine Radar".split(" ");

  private static final String COMPONENT =
      """
      insert into component (id, title, creator, created, modified, version)
      values (?, ?, ?, now(), now(), 0)\
      """;
  private static final String CONFIGURATION =
      """
      insert into configuration
        (id, component, kind, title, accepts, baseline_of_stream, previous_baseline, creator,
         created, modified)
      values (?, ?, ?, ?, 'ANY', ?, ?, ?, now(), now())\
      """;
  private static final String CONTRIBUTION =
      "insert into contribution (configuration, slug, position, local) values (?, ?, ?, ?)";

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;
  private final Graph graph;
  private final Feed feed;
  private final ResourceUris uris;
  private final Applications applications;
  private final LocalConfigurations locals;

  Fill(
      JdbcTemplate jdbc,
      TransactionTemplate transactions,
      Graph graph,
      Feed feed,
      ResourceUris uris,
      Applications applications,
      LocalConfigurations locals) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.graph = graph;
    this.feed = feed;
    this.uris = uris;
    this.applications = applications;
    this.locals = locals;
  }

  /**
   * The volumes of a filled service.
   *
   * @param contributions of all streams and baselines together
   * @param applications those that contribute
   */
  record Volumes(
      int components, int streams, int baselines, long contributions, List<String> applications) {}

  /**
   * Fills the service.
   *
   * @throws Refusal 409 if there are components, 503 if an application does not answer
   */
  Volumes run(int components, long seed, String creator) {
    requireEmpty();
    // Asks applications, hence before the transaction.
    Map<String, List<List<LocalConfiguration>>> known = read(components);
    transactions.executeWithoutResult(status -> {
      graph.lock();
      requireEmpty();
      insert(components, new Random(seed), creator, known);
    });
    jdbc.execute("analyze component, configuration, contribution, local_configuration");
    return new Volumes(
        components,
        components,
        components * BASELINES,
        Objects.requireNonNull(
            jdbc.queryForObject("select count(*) from contribution", Long.class)),
        List.copyOf(known.keySet()));
  }

  // By application, for each of its components, as far as it has them. Applications without
  // configurations do not contribute.
  private Map<String, List<List<LocalConfiguration>>> read(int components) {
    Map<String, List<List<LocalConfiguration>>> all = new TreeMap<>();
    for (String application : applications.baseUris().keySet()) {
      List<List<LocalConfiguration>> found =
          IntStream.rangeClosed(1, components)
              .mapToObj(n -> "/component/" + n)
              .gather(
                  Gatherers.mapConcurrent(
                      MAX_CONCURRENT, path -> locals.ofComponent(application, path)))
              .filter(configurations -> !configurations.isEmpty())
              .toList();
      if (!found.isEmpty()) {
        all.put(application, found);
      }
    }
    return all;
  }

  private void requireEmpty() {
    Boolean isEmpty =
        jdbc.queryForObject("select not exists (select from component)", Boolean.class);
    if (!Boolean.TRUE.equals(isEmpty)) {
      throw Refusal.conflict("There are components: only an empty service is filled.");
    }
  }

  private void insert(
      int components,
      Random random,
      String creator,
      Map<String, List<List<LocalConfiguration>>> known) {
    List<Long> componentIds = ids("component_id", components);
    List<Long> streamIds = ids("configuration_id", components);
    Iterator<Long> baselineIds = ids("configuration_id", components * BASELINES).iterator();
    List<Object[]> componentRows = new ArrayList<>();
    List<Object[]> rows = new ArrayList<>();
    List<Object[]> contributions = new ArrayList<>();
    for (int i = 0; i < components; i++) {
      long component = componentIds.get(i);
      long stream = streamIds.get(i);
      String title = "%s %d".formatted(WORDS[random.nextInt(WORDS.length)], i + 1);
      componentRows.add(new Object[] {component, title, creator});
      Long newest = null;
      for (int n = 0; n < BASELINES; n++) {
        String name = "Baseline %d of %s".formatted(n + 1, title);
        long id = baselineIds.next();
        rows.add(new Object[] {id, component, "BASELINE", name, stream, newest, creator});
        contribute(id, i, n, true, known, contributions);
        newest = id;
      }
      String name = "Stream of " + title;
      rows.add(new Object[] {stream, component, "STREAM", name, null, newest, creator});
      contribute(stream, i, 0, false, known, contributions);
    }
    jdbc.batchUpdate(COMPONENT, componentRows);
    jdbc.batchUpdate(CONFIGURATION, rows);
    jdbc.batchUpdate(CONTRIBUTION, contributions);
    feed.record(Change.CREATION, componentIds.stream().map(uris::component).toList());
    feed.record(
        Change.CREATION, rows.stream().map(row -> uris.configuration((long) row[0])).toList());
  }

  // One of each application, in the order of their names.
  private static void contribute(
      long configuration,
      int component,
      int place,
      boolean isBaseline,
      Map<String, List<List<LocalConfiguration>>> known,
      List<Object[]> contributions) {
    int order = 0;
    for (Map.Entry<String, List<List<LocalConfiguration>>> application : known.entrySet()) {
      order++;
      List<List<LocalConfiguration>> all = application.getValue();
      List<LocalConfiguration> fitting =
          all.get(component % all.size()).stream()
              .filter(one -> one.isBaseline() == isBaseline)
              .toList();
      if (place < fitting.size()) {
        contributions.add(
            new Object[] {
              configuration, application.getKey(), "a" + order, fitting.get(place).id()
            });
      }
    }
  }

  private List<Long> ids(String sequence, int count) {
    return jdbc.query(
        "select nextval(?::regclass) from generate_series(1, ?)",
        (row, n) -> row.getLong(1),
        sequence,
        count);
  }
}
