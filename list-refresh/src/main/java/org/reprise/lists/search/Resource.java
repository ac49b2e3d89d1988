package org.reprise.lists.search;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How the rows of a resource are read.
 *
 * @param name what errors call one of them, such as {@code item}
 * @param select the columns, without the word
 * @param from the tables, without the word; tenants are joined by the tenant column too
 * @param alias the table that has the columns {@code tenant} and {@code id}
 * @param fields what a query may name
 */
public record Resource<T>(
    String name,
    String select,
    String from,
    String alias,
    String order,
    Map<String, Field> fields,
    RowMapper<T> mapper) {
  public Resource {
    fields = Map.copyOf(fields);
  }

  /** Returns the first of the tables, whose rows the resources are. */
  public String table() {
    return from.substring(0, from.indexOf(' '));
  }

  /** The tenant's resource with the identifier, in the caller's transaction. */
  public Optional<T> find(JdbcClient jdbc, Tenant tenant, UUID id) {
    return jdbc.sql(
            "select %1$s from %2$s where %3$s.tenant = ? and %3$s.id = ?"
                .formatted(select, from, alias))
        .params(tenant.number(), id)
        .query(mapper)
        .optional();
  }
}
