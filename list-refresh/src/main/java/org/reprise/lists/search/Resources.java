package org.reprise.lists.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Paging;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.TextBudget;
import org.reprise.lists.work.Turns;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads resources in read-only transactions, perhaps of another server than those that write. */
@Component
public final class Resources {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Rows that are counted at most for a total that may be estimated. */
  private static final int EXACT = 1_000;

  private static final Paging.Sizes SIZES = new Paging.Sizes("limit", 0, 10, Integer.MAX_VALUE);

  private static final int MAX_PENDING = 1_000;
  private static final int MAX_ROWS = 10_000;

  private final DatabaseClient database;
  private final Turns turns;

  /** Leaves half of the connections to others: what no index finds reads a whole table. */
  Resources(Split split) {
    this.database = split.reading(Feature.CIRCULATION);
    int places = Math.max(1, split.connections(Feature.CIRCULATION) / 2);
    this.turns = new Turns(places, places, MAX_PENDING);
  }

  /** Returns the tenant's resource with the id; throws Refusal 404 for an unknown id. */
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
   * @throws Refusal 400 where the query is not understood, or offset or limit are out of bounds;
   *     503 as {@link Turns#inTurn}
   */
  public <T, P> P search(
      Resource<T> resource,
      Tenant tenant,
      Criteria criteria,
      BiFunction<List<T>, @Nullable Integer, P> asPage) {
    Paging page = Paging.of(criteria.offset(), criteria.limit(), SIZES);
    TotalMode totals = TotalMode.of(criteria.totalRecords());
    Statement where = where(resource, tenant, read(criteria, resource.fields()));
    Supplier<P> read =
        () -> {
          List<T> rows = rows(resource, where, page);
          return asPage.apply(rows, total(resource, where, page, totals, rows.size()));
        };
    return turns.inTurn(tenant, "searches", () -> database.inTransaction(read));
  }

  /** Checks a search for what nobody has here; throws Refusal 400, but not for unknown fields. */
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
        .param("limit", Math.min(page.size(), MAX_ROWS + 1))
        .query((row, number) -> {
          if (number == MAX_ROWS) {
            throw Refusal.invalid(
                "limit", "must be at most %,d where more rows are found".formatted(MAX_ROWS));
          }
          texts.add(row);
          return resource.mapper().mapRow(row, number);
        })
        .list();
  }

  // Counted only where the page does not show the total; a desk's searches find few rows. What is
  // more than EXACT PostgreSQL's planner estimates from the statistics of the tables, as
  // raml-module-builder has it.
  private @Nullable Integer total(
      Resource<?> resource, Statement where, Paging page, TotalMode totals, int rows) {
    int seen = page.offset() + rows;
    if (totals != TotalMode.NONE && rows < page.size() && (rows > 0 || page.offset() == 0)) {
      return seen;
    }
    String found = "from %s where %s".formatted(resource.from(), where.where);
    return switch (totals) {
      case NONE -> null;
      case EXACT -> count("select count(*) " + found, where.values);
      case ESTIMATED -> {
        // Reads one row more than is counted at most, and no further.
        String bounded =
            "select count(*) from (select %s limit %d) counted".formatted(found, EXACT + 1);
        int counted = count(bounded, where.values);
        int least = rows > 0 ? Math.max(seen, counted) : counted;
        yield counted <= EXACT ? counted : Math.max(estimate(found, where.values), least);
      }
    };
  }

  private int count(String sql, Map<String, Object> values) {
    return database.sql(sql).params(values).query(Integer.class).single();
  }

  private int estimate(String found, Map<String, Object> values) {
    String plan =
        database
            .sql("explain (format json) select " + found)
            .params(values)
            .query((row, _) -> row.getString(1))
            .single();
    double rows = JSON.readTree(plan).at("/0/Plan/Plan Rows").asDouble();
    return (int) Math.min(rows, Integer.MAX_VALUE);
  }
}
