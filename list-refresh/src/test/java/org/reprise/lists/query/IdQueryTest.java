package org.reprise.lists.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.fql.Condition;
import org.reprise.lists.fql.FqlReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class IdQueryTest {
  private static final EntityTypes TYPES = EntityTypes.load();
  private static final EntityType ITEM =
      TYPES.find(UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292")).orElseThrow();
  private static final EntityType SECOND =
      TYPES.find(UUID.fromString("b7a5a0c2-6f0b-4b0e-9a53-2d7a4f1a1b11")).orElseThrow();
  private static final short TENANT = 7;
  private static final int QUERIES = 5_000;
  private static final long SEED = Long.getLong("reprise.test.seed", 708);
  private static final String[] HOSTILE = {
    "zqx' or '1'='1", "zqx'; drop table item; --", "zqx\") or (\"", "zqx?zqx", "zqx$1", "zqx%s{0}",
    "zqx\\'", "zqx i.id zqx", "zqx/*", "zqx*/ select", "zqx:p", "zqx\nunion select"
  };

  private IdQuery query(EntityType type, String fql) {
    return IdQuery.of(type, FqlReader.read(fql, type), TENANT);
  }

  @Test
  void queryOfTheReportReadsOneTable() {
    IdQuery query = query(ITEM, "{\"item_status\": {\"$ne\": \"Available\"}}");
    assertThat(query.sql())
        .isEqualTo("select i.id\nfrom item i\nwhere i.tenant = ? and (not i.status = ?)");
    assertThat(query.binds()).containsExactly(TENANT, "Available");
  }

  /** A COPY would read an array of thousands of values again for each row. */
  @ParameterizedTest
  @CsvSource({
    "{\"item_number_of_pieces\": {\"$in\": [1; 2]}}",
    "{\"item_permanent_location_id\": {\"$in\": [\"3f9a3f6a-0000-4000-8000-000000000001\"]}}",
    "{\"item_number_of_pieces\": {\"$nin\": [1; 2]}}",
  })
  void valuesOfALongListAreReadOnce(String fql) {
    assertThat(query(ITEM, fql.replace(';', ',')).sql()).contains("in (select unnest(?))");
  }

  @Test
  void joinsEachTableOnceWithinTheTenant() {
    assertThat(
            query(
                    ITEM,
                    """
                    {"$and": [{"instance_title": {"$eq": "a"}}, {"instance_hrid": {"$eq": "b"}},
                              {"item_permanent_location_name": {"$ne": "c"}}]}\
                    """)
                .sql())
        .isEqualTo(
            """
            select i.id
            from item i
              inner join holdings h on h.tenant = i.tenant and h.id = i.holdings_id
              inner join instance n on n.tenant = h.tenant and n.id = h.instance_id
              left join location pl on pl.tenant = i.tenant and pl.id = i.permanent_location_id
            where i.tenant = ? and (lower(n.title) = lower(?) and lower(n.hrid) = lower(?) \
            and (not lower(pl.name) = lower(?) or pl.name is null))\
            """);
  }

  @Test
  void supportsASecondEntityTypeByConfiguration() {
    assertThat(query(SECOND, "{\"title\": {\"$starts_with\": \"The\"}}").sql())
        .isEqualTo(
            """
            select h.id
            from holdings h
              inner join instance n on n.tenant = h.tenant and n.id = h.instance_id
            where h.tenant = ? and (lower(n.title) ^@ lower(?) and lower(n.title) ~>=~ lower(?) \
            and lower(n.title) ~<~ (left(lower(?), -1) || chr(ascii(right(lower(?), 1)) + 1)))\
            """);
  }

  @Test
  void refusesFieldsOfOtherEntityTypes() {
    Condition title = FqlReader.read("{\"title\": {\"$eq\": \"a\"}}", SECOND);
    assertThatThrownBy(() -> IdQuery.of(ITEM, title, TENANT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'title' is no field of 'drv_item_details'");
  }

  /**
   * No text of a query is in its SQL, and another value of the same kind changes no letter of it.
   */
  @Test
  void sqlTextDependsOnTheShapeOfTheQueryOnly() {
    Random random = new Random(SEED);
    RandomFql queries =
        new RandomFql(random, ITEM, field -> fits(field.type().label()) ? hostile(random) : null);
    for (int i = 0; i < QUERIES; i++) {
      JsonNode fql = queries.next(3);
      IdQuery query = query(ITEM, fql.toString());
      assertThat(query.sql().toLowerCase(Locale.ROOT))
          .as("%s (seed %d)", fql, SEED)
          .doesNotContain("zqx")
          .isEqualTo(query(ITEM, harmless(fql).toString()).sql());
      assertThat(query.sql().chars().filter(c -> c == '?').count()).isEqualTo(query.binds().size());
      for (String text : texts(fql)) {
        assertThat(query.sql()).as("%s (seed %d)", fql, SEED).doesNotContain("'" + text);
      }
    }
  }

  private static boolean fits(String type) {
    return type.equals("string");
  }

  private static Object hostile(Random random) {
    return HOSTILE[random.nextInt(HOSTILE.length)];
  }

  // The same query with the letter a for each text of a text field.
  private static JsonNode harmless(JsonNode fql) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (fql instanceof ObjectNode object) {
      ObjectNode copy = nodes.objectNode();
      object.properties().forEach(member -> copy.set(member.getKey(), harmless(member.getValue())));
      return copy;
    }
    if (fql instanceof ArrayNode array) {
      ArrayNode copy = nodes.arrayNode();
      array.forEach(element -> copy.add(harmless(element)));
      return copy;
    }
    return isHostile(fql) ? nodes.stringNode("a") : fql;
  }

  private static boolean isHostile(JsonNode node) {
    return node.isString() && node.stringValue().toLowerCase(Locale.ROOT).contains("zqx");
  }

  private static List<String> texts(JsonNode fql) {
    List<String> texts = new ArrayList<>();
    if (fql.isContainer()) {
      fql.forEach(child -> texts.addAll(texts(child)));
    } else if (fql.isString() && !fql.stringValue().isEmpty()) {
      texts.add(fql.stringValue());
    }
    return texts;
  }
}
