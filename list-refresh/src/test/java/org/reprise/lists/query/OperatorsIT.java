package org.reprise.lists.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Operator;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.query.RandomInventory.Item;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Each operator on each field finds what a plain evaluation of every item finds. */
class OperatorsIT {
  private static final int ITEMS = 400;
  private static final int TRIES = 12;
  private static final int JOINED = 600;

  // The same rows and queries on each machine; -Dreprise.test.seed looks at others.
  private static final long SEED = Long.getLong("reprise.test.seed", 811);
  private static final Random RANDOM = new Random(SEED);
  private static final EntityType ITEM =
      EntityTypes.load()
          .find(UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292"))
          .orElseThrow();

  private static @Nullable Connection connection;
  private static List<Item> items = List.of();
  private static List<Item> others = List.of();
  private static short tenant;
  private static short other;

  private final RandomFql queries =
      new RandomFql(
          RANDOM, ITEM, field -> items.get(RANDOM.nextInt(items.size())).value(field.name()));

  @BeforeAll
  static void fill() throws SQLException {
    Connection opened = Tenants.migrated().connect();
    connection = opened;
    opened.setAutoCommit(false);
    tenant = Tenants.add(opened, "one");
    other = Tenants.add(opened, "other");
    items = RandomInventory.fill(opened, tenant, RANDOM, ITEMS);
    others = RandomInventory.fill(opened, other, RANDOM, ITEMS / 2);
    opened.commit();
  }

  @AfterAll
  static void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }

  private static Connection connection() {
    if (connection == null) {
      throw new IllegalStateException("not filled");
    }
    return connection;
  }

  @Test
  void everyOperatorOfEveryFieldFindsTheRightItems() throws SQLException {
    int found = 0;
    for (Field field : ITEM.fields()) {
      for (Operator operator : field.operators()) {
        for (int i = 0; i < TRIES; i++) {
          found += compare(queries.of(field, operator));
        }
      }
    }
    assertThat(found).as("items found by all queries").isGreaterThan(ITEMS);
  }

  @Test
  void joinedConditionsFindTheRightItems() throws SQLException {
    int found = 0;
    for (int i = 0; i < JOINED; i++) {
      found += compare(queries.next(3));
    }
    assertThat(found).as("items found by all queries").isGreaterThan(ITEMS);
  }

  @Test
  void missingValueDiffersFromEveryValue() throws SQLException {
    Set<UUID> without =
        items.stream()
            .filter(item -> item.value("item_copy_number") == null)
            .map(Item::id)
            .collect(Collectors.toSet());
    assertThat(without).isNotEmpty();
    assertThat(ids("{\"item_copy_number\": {\"$ne\": \"cat\"}}")).containsAll(without);
    assertThat(ids("{\"item_copy_number\": {\"$nin\": [\"cat\", \"dog\"]}}")).containsAll(without);
    assertThat(ids("{\"item_copy_number\": {\"$contains\": \"\"}}"))
        .doesNotContainAnyElementsOf(without)
        .hasSize(ITEMS - without.size());
  }

  @Test
  void startsWithFindsEveryPrefix() throws SQLException {
    int found = 0;
    for (String word : RandomInventory.WORDS) {
      for (int length = 0; length <= word.codePointCount(0, word.length()); length++) {
        String prefix = word.substring(0, word.offsetByCodePoints(0, length));
        ObjectNode fql = JsonNodeFactory.instance.objectNode();
        fql.putObject("item_copy_number").put("$starts_with", prefix);
        found += compare(fql);
      }
    }
    assertThat(found).as("items found by all queries").isGreaterThan(ITEMS);
  }

  // Returns how many items were found, so that a test of nothing is seen.
  private int compare(JsonNode fql) throws SQLException {
    String text = fql.toString();
    assertThat(Tenants.ids(connection(), query(text, tenant)))
        .as("%s (seed %d)", text, SEED)
        .isEqualTo(expected(items, fql));
    assertThat(Tenants.copied(connection(), CopyQuery.of(query(text, tenant))))
        .as("%s (seed %d), copied", text, SEED)
        .isEqualTo(expected(items, fql));
    assertThat(Tenants.ids(connection(), query(text, other)))
        .as("%s (seed %d), other tenant", text, SEED)
        .isEqualTo(expected(others, fql));
    return expected(items, fql).size();
  }

  private Set<UUID> ids(String fql) throws SQLException {
    return Tenants.ids(connection(), query(fql, tenant));
  }

  private IdQuery query(String fql, short of) {
    return IdQuery.of(ITEM, FqlReader.read(fql, ITEM), of);
  }

  private static Set<UUID> expected(List<Item> all, JsonNode fql) {
    return all.stream()
        .filter(item -> PlainEvaluation.meets(item, fql))
        .map(Item::id)
        .collect(Collectors.toSet());
  }
}
