package org.reprise.ldx.index;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.ownership.LinkType;
import org.reprise.ldx.ownership.LinkTypes;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The numbers of predicates in the database. */
@Component
public final class Predicates {
  private final JdbcClient jdbc;
  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
  private final Map<Integer, String> uris = new ConcurrentHashMap<>();

  /** Gives a number to each type that has none. */
  public Predicates(JdbcClient jdbc, LinkTypes types) {
    this.jdbc = jdbc;
    String[] all = types.all().stream().map(LinkType::predicate).sorted().toArray(String[]::new);
    jdbc.sql(
            """
            insert into link_type (uri)
            select wanted.uri from unnest(?) wanted (uri)
            where not exists (select 1 from link_type t where t.uri = wanted.uri)
            on conflict do nothing
            """)
        .param(all)
        .update();
    load();
  }

  private void load() {
    // Also those that are not indexed any more: their links stay until their artifacts change.
    jdbc.sql("select id, uri from link_type")
        .query(row -> {
          numbers.put(row.getString("uri"), row.getInt("id"));
          uris.put(row.getInt("id"), row.getString("uri"));
        });
  }

  /** Returns the number of a predicate; null where it was never indexed. */
  public @Nullable Integer number(String predicate) {
    return numbers.get(predicate);
  }

  /** Returns the predicate of a number in the database. */
  public String uri(int number) {
    if (!uris.containsKey(number)) {
      // Another instance, with other link types, was started since.
      load();
    }
    return Objects.requireNonNull(uris.get(number), () -> "there is no predicate " + number);
  }
}
