package org.reprise.gc.configuration;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IfMatch;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The graph that contributions between global configurations make: who is above whom, what may not
 * become a cycle, and whose answers change with a change below.
 */
@Component
public final class Graph {
  /** The most contributions that a tree may have, each configuration counted once. */
  public static final int MAX_TREE_SIZE = 20_000;

  private final JdbcClient jdbc;
  private final Revisions revisions;

  /** Works in the transactions of its callers. */
  Graph(JdbcClient jdbc, Revisions revisions) {
    this.jdbc = jdbc;
    this.revisions = revisions;
  }

  /**
   * Keeps other transactions from changing contributions until this one ends, so that two of them
   * cannot close a cycle together. It is the first lock that a transaction takes, and no
   * transaction that holds it asks anybody but the database.
   */
  public void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('gc-graph'))").query((row, n) -> true).list();
  }

  /** Returns a configuration and all those that it contributes to, directly or by others. */
  List<Long> above(long id) {
    return jdbc.sql(
            """
            with recursive above (id) as (
              select :id::bigint
              union
              select c.configuration from contribution c join above a on c.global = a.id)
            select id from above\
            """)
        .param("id", id)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  /**
   * Checks that a configuration would not contribute to itself.
   *
   * @param above it and all those that it contributes to
   * @param targets what is to contribute to it
   * @throws Refusal 409 if it would
   */
  static void requireNoCycle(List<Long> above, Collection<Long> targets) {
    Set<Long> upwards = new HashSet<>(above);
    for (Long target : targets) {
      if (upwards.contains(target)) {
        throw Refusal.conflict(
            target.equals(above.getFirst())
                ? "Configuration %d would contribute to itself.".formatted(target)
                : "Configuration %d contributes to configuration %d, directly or by others: to contribute it there would close a cycle."
                    .formatted(above.getFirst(), target));
      }
    }
  }

  /**
   * Checks the size of a configuration's tree, and of all trees that it is in: those of the
   * configurations at their top, which hold the others.
   *
   * @param above it and all those that it contributes to
   * @throws Refusal 409 if one has too many contributions
   */
  void requireSize(List<Long> above) {
    jdbc.sql(
            """
            with recursive top (id) as (
              select id from unnest (?::bigint[]) as above (id)
              where not exists (select from contribution c where c.global = above.id)),
            node (top, id) as (
              select id, id from top
              union
              select n.top, c.global from contribution c join node n on c.configuration = n.id
              where c.global is not null)
            select n.top from node n join contribution c on c.configuration = n.id
            group by n.top having count(*) > ? order by n.top limit 1\
            """)
        .params(above.toArray(Long[]::new), MAX_TREE_SIZE)
        .query(Long.class)
        .optional()
        .ifPresent(top -> {
          throw tooLarge(top);
        });
  }

  public static Refusal tooLarge(long id) {
    return Refusal.conflict(
        "The tree of configuration %d has more than %,d contributions."
            .formatted(id, MAX_TREE_SIZE));
  }

  /**
   * Counts a change of a configuration, and locks its row.
   *
   * @param expected the revision that was read; null for any
   * @return its revision after the change
   * @throws Refusal 404 if there is no such configuration, 412 if it has another revision
   */
  long count(long id, @Nullable Long expected) {
    revisions.changed();
    Optional<Long> revision =
        jdbc.sql(
                """
                update configuration set revision = next_revision(revision)
                where id = :id and revision = coalesce(:expected::bigint, revision)
                returning revision\
                """)
            .param("id", id)
            .param("expected", expected)
            .query(Long.class)
            .optional();
    if (revision.isPresent()) {
      return revision.get();
    }
    boolean exists =
        jdbc.sql("select exists (select from configuration where id = ?)")
            .param(id)
            .query(Boolean.class)
            .single();
    throw exists ? IfMatch.changed() : missing(id);
  }

  /** Counts a change of those above a configuration, whose documents list what is below them. */
  void countAbove(long id, List<Long> above) {
    Long[] others = above.stream().filter(one -> one != id).toArray(Long[]::new);
    if (others.length > 0) {
      jdbc.sql("update configuration set revision = next_revision(revision) where id = any (?)")
          .param(others)
          .update();
    }
  }

  public static Refusal missing(long id) {
    return Refusal.notFound("There is no configuration " + id + ".");
  }
}
