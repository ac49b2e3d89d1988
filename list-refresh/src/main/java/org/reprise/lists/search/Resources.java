package org.reprise.lists.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.springframework.http.HttpStatus;

/**
 * Reads resources in read-only transactions, which may be another server's than those that write.
 */
public final class Resources {
  private static final String TOTALS = "auto, estimated, exact or none";

  private final DatabaseClient database;

  /** Reads in the transactions of a client, which are read-only. */
  public Resources(DatabaseClient database) {
    this.database = database;
  }

  /**
   * The tenant's resource with the identifier.
   *
   * @throws Refusal 404 where there is none
   */
  public <T> T get(Resource<T> resource, Tenant tenant, UUID id) {
    return find(resource, tenant, id).orElseThrow(() -> notFound(resource.name(), id));
  }

  /** The tenant's resource with the identifier. */
  public <T> Optional<T> find(Resource<T> resource, Tenant tenant, UUID id) {
    String sql =
        "select %s from %s where %s.tenant = :tenant and %s.id = :id"
            .formatted(resource.select(), resource.from(), resource.alias(), resource.alias());
    return database.inTransaction(() ->
        database
            .sql(sql)
            .param("tenant", tenant.number())
            .param("id", id)
            .query(resource.mapper())
            .optional());
  }

  /** The refusal of a request for a resource that does not exist. */
  public static Refusal notFound(String name, UUID id) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        name.replace(' ', '.') + ".not.found",
        "There is no %s with the id %s".formatted(name, id),
        new Refusal.Parameter("id", id.toString()));
  }

  /**
   * Makes an answer of a page of resources.
   *
   * @param <T> the resource
   * @param <P> the answer
   */
  public interface AsPage<T, P> {
    /**
     * Makes one.
     *
     * @param total how many there are without offset and limit; null where the request did not want
     *     to know
     */
    P of(List<T> rows, @Nullable Integer total);
  }

  /**
   * The tenant's resources that a query finds.
   *
   * @throws Refusal 400 where the query is not understood, or offset or limit are out of bounds
   */
  public <T, P> P search(
      Resource<T> resource, Tenant tenant, Criteria criteria, AsPage<T, P> asPage) {
    Paging page = criteria.page();
    TotalMode totals =
        criteria
            .totals()
            .orElseThrow(
                () -> refused("totalRecords", String.valueOf(criteria.totalRecords()), TOTALS));
    Statement where = where(resource, tenant, criteria);
    return database.inTransaction(() -> {
      List<T> rows = rows(resource, where, page);
      return asPage.of(rows, total(resource, where, page, totals, rows.size()));
    });
  }

  private static Refusal refused(String name, String value, String allowed) {
    return new Refusal(
        HttpStatus.BAD_REQUEST,
        Refusal.INVALID_REQUEST,
        "'%s' must be %s, was %s".formatted(name, allowed, value),
        new Refusal.Parameter(name, value));
  }

  private record Statement(String where, Map<String, Object> values, String order) {}

  private static Statement where(Resource<?> resource, Tenant tenant, Criteria criteria) {
    List<Field.Condition> conditions;
    try {
      conditions = resource.conditions(criteria.cql());
    } catch (InvalidCql e) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST,
          "cql.query.invalid",
          Objects.requireNonNull(e.getMessage()),
          new Refusal.Parameter("query", criteria.cql()),
          new Refusal.Parameter("position", Integer.toString(e.position())));
    }
    List<String> all = new ArrayList<>(List.of(resource.alias() + ".tenant = :tenant"));
    Map<String, Object> values = new HashMap<>(Map.of("tenant", tenant.number()));
    IntStream.range(0, conditions.size())
        .forEach(i -> {
          all.add(conditions.get(i).sql().replace(":value", ":value" + i));
          values.put("value" + i, conditions.get(i).value());
        });
    // Without conditions in the order of the primary key, so that one page needs no sort of all
    // rows.
    String order = conditions.isEmpty() ? resource.alias() + ".id" : resource.order();
    return new Statement(String.join(" and ", all), values, order);
  }

  private <T> List<T> rows(Resource<T> resource, Statement where, Paging page) {
    String sql =
        "select %s from %s where %s order by %s offset :offset limit :limit"
            .formatted(resource.select(), resource.from(), where.where, where.order);
    return database
        .sql(sql)
        .params(where.values)
        .param("offset", page.offset())
        .param("limit", page.size())
        .query(resource.mapper())
        .list();
  }

  // Counted only where the page does not show the total; a desk's searches find few rows.
  private @Nullable Integer total(
      Resource<?> resource, Statement where, Paging page, TotalMode totals, int rows) {
    int seen = page.offset() + rows;
    if (totals != TotalMode.NONE && rows < page.size() && (rows > 0 || page.offset() == 0)) {
      return seen;
    }
    return new Total(resource.from(), where.where, where.values)
        .read(database.jdbc(), totals, rows > 0 ? seen : 0);
  }
}
