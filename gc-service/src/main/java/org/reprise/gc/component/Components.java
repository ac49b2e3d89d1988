package org.reprise.gc.component;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.web.IfMatch;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** The components of this server. */
@Service
public final class Components {
  private final ComponentRows rows;
  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Configurations configurations;
  private final Feed feed;
  private final ResourceUris uris;

  Components(
      ComponentRows rows,
      JdbcClient jdbc,
      TransactionTemplate transactions,
      Configurations configurations,
      Feed feed,
      ResourceUris uris) {
    this.rows = rows;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.configurations = configurations;
    this.feed = feed;
    this.uris = uris;
  }

  /**
   * Creates a component with an empty initial baseline, from which its first stream can be made
   * (OSLC Configuration Management 1.1: it SHOULD have one).
   *
   * @param creator the name of the account
   */
  public Component create(Edit edit, String creator) {
    return transactions.execute(status -> {
      Component component = rows.saveAndFlush(new Component(edit, creator));
      feed.record(Change.CREATION, uris.component(component.id()));
      configurations.createInitial(component.id(), component.title(), creator);
      return component;
    });
  }

  /** Returns components, in no order. */
  public List<Component> all(List<Long> ids) {
    return rows.findAllById(ids);
  }

  /** Returns a component; empty for an unknown id. */
  public Optional<Component> find(long id) {
    return rows.findById(id);
  }

  /** Returns a component; throws Refusal 404 for an unknown id. */
  public Component get(long id) {
    return find(id).orElseThrow(() -> Refusal.notFound("There is no component " + id + "."));
  }

  /**
   * Returns the ids of a page of components, in their order.
   *
   * @param after the id that the page before ended with; 0 for the first page
   */
  public List<Long> page(long after, int max) {
    return jdbc.sql("select id from component where id > ? order by id limit ?")
        .params(after, max)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  /**
   * Changes the properties of a component.
   *
   * @param expectedRevision of the state that was read; null for any
   * @throws Refusal 404 if it is gone, 412 if it was changed since
   */
  public Component edit(long id, @Nullable Long expectedRevision, Edit edit) {
    return change(
        id,
        expectedRevision,
        component -> {
          component.describe(edit);
          Component saved = rows.saveAndFlush(component);
          feed.record(Change.MODIFICATION, uris.component(id));
          return saved;
        });
  }

  /**
   * Deletes a component that has no configuration but its initial baseline, with that.
   *
   * @param expectedRevision of the state that was read; null for any
   * @throws Refusal 404 if it is gone, 409 if it is in use, 412 if it was changed since
   */
  public void delete(long id, @Nullable Long expectedRevision) {
    change(
        id,
        expectedRevision,
        component -> {
          configurations.deleteInitial(id);
          rows.delete(component);
          rows.flush();
          feed.record(Change.DELETION, uris.component(id));
          return component;
        });
  }

  private Component change(
      long id,
      @Nullable Long expectedRevision,
      java.util.function.UnaryOperator<Component> change) {
    try {
      return transactions.execute(status -> {
        Component component = get(id);
        if (expectedRevision != null && expectedRevision != component.revision()) {
          throw IfMatch.changed();
        }
        return change.apply(component);
      });
    } catch (OptimisticLockingFailureException e) {
      throw IfMatch.changed();
    }
  }
}
