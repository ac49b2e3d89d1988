package org.reprise.gc.configuration;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Titles;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The streams and baselines of this server. */
@Component
public final class Configurations {
  private final ConfigurationRows rows;
  private final ContributionRows contributionRows;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Graph graph;
  private final Editing editing;
  private final Feed feed;
  private final ResourceUris uris;

  Configurations(
      ConfigurationRows rows,
      ContributionRows contributionRows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Graph graph,
      Editing editing,
      Feed feed,
      ResourceUris uris) {
    this.rows = rows;
    this.contributionRows = contributionRows;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.graph = graph;
    this.editing = editing;
    this.feed = feed;
    this.uris = uris;
  }

  /** Returns configurations, in no order. */
  public List<GlobalConfiguration> all(List<Long> ids) {
    return rows.findAllById(ids);
  }

  /** Returns a configuration; empty for an unknown id. */
  public Optional<GlobalConfiguration> find(long id) {
    return rows.findById(id);
  }

  /** Returns a configuration; throws Refusal 404 for an unknown id. */
  public GlobalConfiguration get(long id) {
    return find(id).orElseThrow(() -> Graph.missing(id));
  }

  public String uri(long id) {
    return uris.configuration(id);
  }

  /** Returns the contributions of a configuration in their order; none for an unknown id. */
  public List<Contribution> contributions(long id) {
    return contributionRows.of(id);
  }

  /** Returns the contributions of configurations that have any, in their order, by id. */
  public Map<Long, List<Contribution>> contributions(Collection<Long> ids) {
    return contributionRows.of(ids);
  }

  /** Returns those of some configurations that are staging streams. */
  public Set<Long> staging(List<Long> ids) {
    return Set.copyOf(
        jdbc.sql("select id from configuration where id = any (?) and accepts = 'BASELINES'")
            .param(ids.toArray(Long[]::new))
            .query((row, n) -> row.getLong(1))
            .list());
  }

  boolean isComponent(long id) {
    return jdbc.sql("select exists (select from component where id = ?)")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /** A configuration as lists show it. */
  public record ConfigurationSummary(
      long id, GlobalConfiguration.Kind kind, String title, boolean isArchived) {}

  /**
   * Returns a page of a component's configurations, the newest first.
   *
   * @param kind null for both
   * @param offset how many are left out
   */
  public List<ConfigurationSummary> ofComponent(
      long component, GlobalConfiguration.@Nullable Kind kind, int offset, int max) {
    return jdbc.sql(
            """
            select id, kind, title, archived from configuration
            where component = :component and kind = coalesce(:kind::text, kind)
            order by id desc offset :offset limit :max\
            """)
        .param("component", component)
        .param("kind", kind == null ? null : kind.name())
        .param("offset", offset)
        .param("max", max)
        .query((row, n) ->
            new ConfigurationSummary(
                row.getLong(1),
                GlobalConfiguration.Kind.valueOf(row.getString(2)),
                row.getString(3),
                row.getBoolean(4)))
        .list();
  }

  /** The containers of configurations that resources have. */
  public enum Container {
    OF_COMPONENT("component = ?"),
    BASELINES("baseline_of_stream = ? and kind = 'BASELINE'"),
    /** The streams that began from a baseline. */
    STREAMS("began_from = ? and kind = 'STREAM'");

    private final String condition;

    Container(String condition) {
      this.condition = condition;
    }
  }

  /**
   * Returns a page of a container, by id.
   *
   * @param owner the id of the component, stream or baseline that has it
   * @param after the id that the page before ended with; 0 for the first page
   */
  public List<Long> page(Container container, long owner, long after, int max) {
    return jdbc.sql(
            "select id from configuration where %s and id > ? order by id limit ?"
                .formatted(container.condition))
        .params(owner, after, max)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  /**
   * Creates the first baseline of a new component, within the transaction that creates it. The
   * stream that it is a baseline of, as each has one, is a number that no stream ever gets.
   */
  public void createInitial(long component, String title, String creator) {
    long stream = jdbc.sql("select nextval('configuration_id')").query(Long.class).single();
    GlobalConfiguration baseline =
        rows.saveAndFlush(
            GlobalConfiguration.initial(
                component,
                Edit.titled(Titles.cut("Initial baseline of " + title)),
                creator,
                stream));
    feed.record(Change.CREATION, uris.configuration(baseline.id()));
  }

  /**
   * Deletes the first baseline of a component, within the transaction that deletes that.
   *
   * @throws Refusal 409 if the component has other configurations, or the baseline is in use
   */
  public void deleteInitial(long component) {
    graph.lock();
    List<Long> ids = page(Container.OF_COMPONENT, component, 0, 2);
    if (ids.size() > 1) {
      throw Refusal.conflict("Component " + component + " has configurations.");
    }
    ids.forEach(editing::remove);
  }

  /**
   * Creates a stream with the contributions of a baseline (OSLC Configuration Management 1.1,
   * "Creating streams").
   *
   * @param accepts what may be contributed to it later
   * @param edit its properties; its title is made of the baseline's where it has none
   * @throws Refusal 404 if there is no such configuration, 409 if it is a stream
   */
  public GlobalConfiguration createStream(
      long baseline, GlobalConfiguration.Accepts accepts, Edit edit, String creator) {
    return transactions.execute(status -> {
      // A concurrent deletion of the baseline or its component waits.
      graph.lock();
      GlobalConfiguration from = get(baseline);
      if (from.isStream()) {
        throw Refusal.conflict(
            "Configuration %d is a stream: a stream begins from a baseline.".formatted(baseline));
      }
      return created(
          from,
          GlobalConfiguration.stream(
              from,
              accepts,
              edit.withDefaults(Titles.cut("Stream of " + from.title()), null),
              creator));
    });
  }

  /**
   * Creates a staging stream with the contributions of a stream; each stream among them is to be
   * replaced by a baseline. Its baseline is one of the stream.
   *
   * @param edit its properties; its title is made of the stream's where it has none, and its branch
   *     is the stream's
   * @throws Refusal 404 if there is no such configuration, 409 if it is a baseline
   */
  public GlobalConfiguration createStaging(long stream, Edit edit, String creator) {
    return transactions.execute(status -> {
      graph.lock();
      GlobalConfiguration from = get(stream);
      if (!from.isStream()) {
        throw Refusal.conflict("Configuration %d is a baseline.".formatted(stream));
      }
      return created(
          from,
          GlobalConfiguration.staging(
              from,
              edit.withDefaults(Titles.cut("Staging of " + from.title()), from.branch()),
              creator));
    });
  }

  private GlobalConfiguration created(GlobalConfiguration from, GlobalConfiguration copy) {
    GlobalConfiguration stream = rows.saveAndFlush(copy);
    contributionRows.copy(from.id(), stream.id());
    feed.record(Change.CREATION, uris.configuration(stream.id()));
    return stream;
  }

  /**
   * Changes the properties of a configuration, not its contributions. Of a baseline only tags can
   * be changed, and whether it is archived.
   *
   * @param expectedRevision of the state that was read; null for any
   * @return the new revision
   * @throws Refusal 404 if it is gone, 409 if a baseline would change, 412 if it was changed since
   */
  public long edit(long id, @Nullable Long expectedRevision, Edit edit) {
    return editing.edit(id, expectedRevision, edit);
  }

  /**
   * Changes the properties of a configuration, and replaces all its contributions.
   *
   * @param expectedRevision of the state that was read; null for any
   * @return the new revision
   * @throws Refusal 400 if a contribution is not accepted, 404 if the configuration is gone, 409 if
   *     it is a baseline or would contribute to itself, 412 if it was changed since, 503 if an
   *     application does not answer
   */
  public long replace(
      long id,
      @Nullable Long expectedRevision,
      Edit edit,
      List<ContributionRequest> contributions) {
    return editing.replace(id, expectedRevision, edit, contributions);
  }

  /**
   * Adds a contribution.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}
   */
  public long addContribution(
      long id, @Nullable Long expectedRevision, ContributionRequest contribution) {
    return editing.change(id, expectedRevision, all -> all.add(contribution));
  }

  /**
   * Puts a contribution in the place of the one with its slug.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}, and 404 for an unknown slug
   */
  public long replaceContribution(
      long id, @Nullable Long expectedRevision, ContributionRequest contribution) {
    return editing.change(
        id,
        expectedRevision,
        all -> all.set(Editing.place(all, contribution.slug()), contribution));
  }

  /**
   * Removes a contribution.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}, and 404 for an unknown slug
   */
  public long removeContribution(long id, @Nullable Long expectedRevision, String slug) {
    return editing.change(id, expectedRevision, all -> all.remove(Editing.place(all, slug)));
  }

  /**
   * Deletes a configuration that nothing refers to. Baselines of a stream stay.
   *
   * @param expectedRevision of the state that was read; null for any
   * @throws Refusal 404 if it is gone, 409 if it contributes to another one or others began from
   *     it, 412 if it was changed since
   */
  public void delete(long id, @Nullable Long expectedRevision) {
    transactions.executeWithoutResult(status -> {
      graph.lock();
      graph.count(id, expectedRevision);
      editing.remove(id);
    });
  }

  /** Returns titles of configurations and components of this server, by URI. */
  public Map<String, String> titles(Collection<String> resources) {
    Map<String, String> all = new HashMap<>();
    Long[] ids = ids(resources, uris::configurationId);
    jdbc.sql("select id, title from configuration where id = any (?)")
        .param(ids)
        .query(row -> {
          all.put(uris.configuration(row.getLong(1)), row.getString(2));
        });
    Long[] components = ids(resources, uris::componentId);
    jdbc.sql("select id, title from component where id = any (?)")
        .param(components)
        .query(row -> {
          all.put(uris.component(row.getLong(1)), row.getString(2));
        });
    return all;
  }

  private static Long[] ids(Collection<String> uris, Function<String, OptionalLong> id) {
    return uris.stream()
        .map(id)
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .distinct()
        .toArray(Long[]::new);
  }
}
