package org.reprise.gc.configuration;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.application.Titles;
import org.reprise.gc.feed.Changes;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The streams and baselines of this server. */
public final class Configurations {
  private final ConfigurationRows rows;
  private final ContributionRows contributionRows;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Graph graph;
  private final Editing editing;
  private final Changes changes;
  private final ResourceUris uris;

  Configurations(
      ConfigurationRows rows,
      ContributionRows contributionRows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Graph graph,
      Editing editing,
      Changes changes,
      ResourceUris uris) {
    this.rows = rows;
    this.contributionRows = contributionRows;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.graph = graph;
    this.editing = editing;
    this.changes = changes;
    this.uris = uris;
  }

  /** A configuration; empty where there is none of that id. */
  public Optional<GlobalConfiguration> find(long id) {
    return rows.findById(id);
  }

  /**
   * A configuration.
   *
   * @throws Refusal 404 where there is none of that id
   */
  public GlobalConfiguration get(long id) {
    return find(id).orElseThrow(() -> Graph.missing(id));
  }

  public String uri(long id) {
    return uris.configuration(id);
  }

  /** What contributes to a configuration, in its order; nothing where there is none of that id. */
  public List<Contribution> contributions(long id) {
    return contributionRows.of(id);
  }

  boolean isComponent(long id) {
    return jdbc.sql("select exists (select from component where id = ?)")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /** A configuration as lists show it. */
  public record Listed(long id, GlobalConfiguration.Kind kind, String title, boolean isArchived) {
    public Listed {
      Objects.requireNonNull(kind);
      Objects.requireNonNull(title);
    }
  }

  /**
   * A page of a component's configurations, the newest first.
   *
   * @param kind null for both
   * @param offset how many are left out
   */
  public List<Listed> ofComponent(
      long component, GlobalConfiguration.@Nullable Kind kind, int offset, int most) {
    return jdbc.sql(
            """
            select id, kind, title, archived from configuration
            where component = :component and kind = coalesce(:kind::text, kind)
            order by id desc offset :offset limit :most\
            """)
        .param("component", component)
        .param("kind", kind == null ? null : kind.name())
        .param("offset", offset)
        .param("most", most)
        .query((row, n) ->
            new Listed(
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
   * A page of a container, by id.
   *
   * @param owner the id of the component, stream or baseline that has it
   * @param after the id that the page before ended with; 0 for the first page
   */
  public List<Long> page(Container container, long owner, long after, int most) {
    return jdbc.sql(
            "select id from configuration where %s and id > ? order by id limit ?"
                .formatted(container.condition))
        .params(owner, after, most)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  /**
   * The first baseline of a new component, within the transaction that creates it. The stream that
   * it is a baseline of, as each has one, is a number that no stream ever gets.
   */
  public void createInitial(long component, String title, String creator) {
    long stream = jdbc.sql("select nextval('configuration_id')").query(Long.class).single();
    GlobalConfiguration baseline =
        rows.saveAndFlush(
            GlobalConfiguration.initial(
                component,
                NewConfiguration.titled(null).edit(titled("Initial baseline of ", title), null),
                creator,
                stream));
    changes.record(Change.CREATION, uris.configuration(baseline.id()));
  }

  /**
   * Deletes the first baseline of a component, within the transaction that deletes that.
   *
   * @throws Refusal 409 where the component has other configurations, or the baseline is in use
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
   * Begins a stream with what a baseline has contributed: OSLC Configuration Management 1.1,
   * "Creating streams".
   *
   * @param accepts what may be contributed to it later
   * @param asked what is said of it; its title is made of the baseline's where none is said
   * @param creator the name of the account
   * @throws Refusal 404 where there is no such configuration, 409 where it is a stream
   */
  public GlobalConfiguration createStream(
      long baseline, GlobalConfiguration.Accepts accepts, NewConfiguration asked, String creator) {
    return inTransaction(() -> {
      // Who deletes the baseline, or its component, does so before or after.
      graph.lock();
      GlobalConfiguration from = get(baseline);
      if (from.isStream()) {
        throw Refusal.conflict(
            "Configuration %d is a stream: a stream begins from a baseline.".formatted(baseline));
      }
      return created(
          from,
          GlobalConfiguration.stream(
              from, accepts, asked.edit(titled("Stream of ", from.title()), null), creator));
    });
  }

  /**
   * Begins a staging stream with what a stream has contributed; each stream among that is to be
   * replaced by a baseline. The baseline that is then made of it is one of the stream.
   *
   * @param asked what is said of it; its title is made of the stream's where none is said, and its
   *     branch is the stream's
   * @param creator the name of the account
   * @throws Refusal 404 where there is no such configuration, 409 where it is a baseline
   */
  public GlobalConfiguration createStaging(long stream, NewConfiguration asked, String creator) {
    return inTransaction(() -> {
      graph.lock();
      GlobalConfiguration from = get(stream);
      if (!from.isStream()) {
        throw Refusal.conflict("Configuration %d is a baseline.".formatted(stream));
      }
      return created(
          from,
          GlobalConfiguration.staging(
              from, asked.edit(titled("Staging of ", from.title()), from.branch()), creator));
    });
  }

  private GlobalConfiguration created(GlobalConfiguration from, GlobalConfiguration asked) {
    GlobalConfiguration stream = rows.saveAndFlush(asked);
    contributionRows.copy(from.id(), stream.id());
    changes.record(Change.CREATION, uris.configuration(stream.id()));
    return stream;
  }

  static String titled(String start, String title) {
    return Titles.cut(start + title);
  }

  /**
   * Changes what a configuration says, not its contributions. Of a baseline only tags can be
   * changed, and whether it is archived.
   *
   * @param expectedRevision of the state that was read; null for any
   * @return the new revision
   * @throws Refusal 404 where it is gone, 409 where a baseline would change, 412 where it was
   *     changed since
   */
  public long edit(long id, @Nullable Long expectedRevision, Edit edit) {
    return editing.edit(id, expectedRevision, edit);
  }

  /**
   * Changes what a configuration says, and puts contributions in the place of all that it has.
   *
   * @param expectedRevision of the state that was read; null for any
   * @return the new revision
   * @throws Refusal 400 where a contribution is not accepted, 404 where the configuration is gone,
   *     409 where it is a baseline or would contribute to itself, 412 where it was changed since,
   *     503 where an application does not answer
   */
  public long replace(
      long id, @Nullable Long expectedRevision, Edit edit, List<Asked> contributions) {
    return editing.replace(id, expectedRevision, edit, contributions);
  }

  /**
   * Adds a contribution.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}
   */
  public long addContribution(long id, @Nullable Long expectedRevision, Asked contribution) {
    return editing.change(id, expectedRevision, all -> all.add(contribution));
  }

  /**
   * Puts a contribution in the place of the one with its slug.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}, and 404 where there is none with its slug
   */
  public long replaceContribution(long id, @Nullable Long expectedRevision, Asked contribution) {
    return editing.change(
        id,
        expectedRevision,
        all -> all.set(Editing.place(all, contribution.slug()), contribution));
  }

  /**
   * Removes a contribution.
   *
   * @return the new revision
   * @throws Refusal as {@link #replace}, and 404 where there is none with the slug
   */
  public long removeContribution(long id, @Nullable Long expectedRevision, String slug) {
    return editing.change(id, expectedRevision, all -> all.remove(Editing.place(all, slug)));
  }

  /**
   * Deletes a configuration that nothing refers to. Baselines of a stream stay.
   *
   * @param expectedRevision of the state that was read; null for any
   * @throws Refusal 404 where it is gone, 409 where it contributes to another one or others began
   *     from it, 412 where it was changed since
   */
  public void delete(long id, @Nullable Long expectedRevision) {
    inTransaction(() -> {
      graph.lock();
      graph.count(id, expectedRevision);
      editing.remove(id);
      return id;
    });
  }

  /** Titles of configurations and components of this server, by URI. */
  public Map<String, String> titles(Collection<String> asked) {
    Map<String, String> all = new HashMap<>();
    Long[] ids = ids(asked, uris::configurationId);
    jdbc.sql("select id, title from configuration where id = any (?)")
        .param(ids)
        .query(row -> {
          all.put(uris.configuration(row.getLong(1)), row.getString(2));
        });
    Long[] components = ids(asked, uris::componentId);
    jdbc.sql("select id, title from component where id = any (?)")
        .param(components)
        .query(row -> {
          all.put(uris.component(row.getLong(1)), row.getString(2));
        });
    return all;
  }

  private static Long[] ids(Collection<String> asked, Function<String, OptionalLong> id) {
    return asked.stream()
        .map(id)
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .distinct()
        .toArray(Long[]::new);
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transactions.execute(status -> work.get()));
  }
}
