package org.reprise.lists.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.TextBudget;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Reads resources in read-only transactions, which may be another server's than those that write.
 */
@Component
public final class Resources {
  private static final Paging.Sizes SIZES = new Paging.Sizes("limit", 0, 10, 10_000);

  private final DatabaseClient database;

  Resources(Split split) {
    this.database = split.reading(Feature.CIRCULATION);
  }

  /**
   * The tenant's resource with the identifier.
   *
   * @throws Refusal 404 where there is none
   */
  public <T> T get(Resource<T> resource, Tenant tenant, UUID id) {
    return database
        .inTransaction(() -> resource.find(database.jdbc(), tenant, id))
        .orElseThrow(() -> Refusal.notFound(resource.name(), "id", id));
  }

  /**
   * The tenant's resources that a query finds.
   *
   * @param asPage makes the answer of rows and how many there are without offset and limit; null
   *     where the request did not want to know
   * @throws Refusal 400 where the query is not understood, or offset or limit are out of bounds
   */
  public <T, P> P search(
      Resource<T> resource,
      Tenant tenant,
      Criteria criteria,
      BiFunction<List<T>, @Nullable Integer, P> asPage) {
    Paging page = Paging.of(criteria.offset(), criteria.limit(), SIZES);
    TotalMode totals = TotalMode.of(criteria.totalRecords());
    Statement where = where(resource, tenant, read(criteria, resource.fields()));
    return database.inTransaction(() -> {
      List<T> rows = rows(resource, where, page);
      return asPage.apply(rows, total(resource, where, page, totals, rows.size()));
    });
  }

  /**
   * Checks a search for resources of a kind that nobody has here.
   *
   * @throws Refusal 400 as {@link #search} does, but for unknown fields
   */
  public void check(Criteria criteria) {
    Paging.of(criteria.offset(), criteria.limit(), SIZES);
    TotalMode.of(criteria.totalRecords());
    read(criteria, null);
  }

  private static CqlParse.Query read(Criteria criteria, @Nullable Map<String, Field> fields) {
    try {
      return CqlParse.read(criteria.cql(), fields);
    } catch (InvalidCql e) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST,
          "cql.query.invalid",
          Objects.requireNonNull(e.getMessage()),
          new Refusal.Parameter("query", criteria.cql()),
          new Refusal.Parameter("position", Integer.toString(e.position())));
    }
  }

  private record Statement(String where, Map<String, Object> values, String order) {}

  private static Statement where(Resource<?> resource, Tenant tenant, CqlParse.Query query) {
    Map<String, Object> values = new HashMap<>(query.values());
    values.put("tenant", tenant.number());
    String id = resource.alias() + ".id";
    // Without conditions in the order of the primary key, so that one page needs no sort of all
    // rows.
    String usual = query.condition().equals("true") ? id : resource.order();
    return new Statement(
        "%s.tenant = :tenant and %s".formatted(resource.alias(), query.condition()),
        values,
        query.order() == null ? usual : query.order() + ", " + id);
  }

  private <T> List<T> rows(Resource<T> resource, Statement where, Paging page) {
    String sql =
        "select %s from %s where %s order by %s offset :offset limit :limit"
            .formatted(resource.select(), resource.from(), where.where, where.order);
    TextBudget texts = new TextBudget();
    return database
        .sql(sql)
        .withFetchSize(TextBudget.FETCH_SIZE)
        .params(where.values)
        .param("offset", page.offset())
        .param("limit", page.size())
        .query((row, number) -> {
          // A page that is read at once is in memory already.
          if (page.size() > TextBudget.FETCH_SIZE) {
            texts.add(row);
          }
          return resource.mapper().mapRow(row, number);
        })
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
