package org.reprise.gc.oslc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Contribution;
import org.reprise.gc.configuration.DescribedResource;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.query.SqlConditions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** Finds the results of queries. */
@Component
class QueryRows {
  /** A page ends early where it would have more contributions. */
  private static final long MAX_CONTRIBUTIONS = 10_000;

  private static final String COUNT_CONTRIBUTIONS =
      "(select count(*) from contribution k where k.configuration = r.id)";

  private final JdbcClient jdbc;
  private final Components components;
  private final Configurations configurations;
  private final ResourceUris uris;

  QueryRows(
      JdbcClient jdbc, Components components, Configurations configurations, ResourceUris uris) {
    this.jdbc = jdbc;
    this.components = components;
    this.configurations = configurations;
    this.uris = uris;
  }

  /**
   * A page, and the total of all pages.
   *
   * @param contributions by the ids of their configurations, where the query selects them
   */
  record Page(
      long total, List<DescribedResource> resources, Map<Long, List<Contribution>> contributions) {}

  /** Finds a page; all that it has is of one state. */
  @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
  Page find(QueriedType queried, OslcQuery query) {
    SqlConditions conditions = new SqlConditions(queried.properties(uris));
    String rows =
        " from %s r where true%s"
            .formatted(queried.table(), conditions.of(query, "r.title", "r.description"));
    List<Object> parameters = new ArrayList<>(conditions.parameters());
    long total = jdbc.sql("select count(*)" + rows).params(parameters).query(Long.class).single();
    parameters.add(query.pageSize());
    parameters.add(query.start());
    boolean hasContributions =
        queried == QueriedType.CONFIGURATIONS && query.selected().has(Terms.CONTRIBUTION);
    List<Long> ids = new ArrayList<>();
    AtomicLong contributions = new AtomicLong();
    jdbc.sql(
            "select r.id, %s%s order by %s limit ? offset ?"
                .formatted(
                    hasContributions ? COUNT_CONTRIBUTIONS : "0",
                    rows,
                    conditions.order(query, "r.id")))
        .params(parameters)
        .query(row -> {
          if (contributions.addAndGet(row.getLong(2)) <= MAX_CONTRIBUTIONS || ids.isEmpty()) {
            ids.add(row.getLong(1));
          }
        });
    Map<Long, DescribedResource> byId = new HashMap<>();
    (queried == QueriedType.COMPONENTS ? components.all(ids) : configurations.all(ids))
        .forEach(one -> byId.put(one.id(), one));
    return new Page(
        total,
        ids.stream().map(byId::get).toList(),
        hasContributions ? configurations.contributions(ids) : Map.of());
  }
}
