package org.reprise.lists.fql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;

class FqlReaderTest {
  private static final EntityType ITEM =
      EntityTypes.load()
          .find(UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292"))
          .orElseThrow();

  private static Field field(String name) {
    return ITEM.field(name).orElseThrow();
  }

  private Condition read(String fql) {
    return FqlReader.read(fql, ITEM);
  }

  @Test
  void readsTheQueryOfTheReport() {
    assertThat(read("{\"item_status\": {\"$ne\": \"available\"}}"))
        .isEqualTo(new Condition.NotEqual(field("item_status"), new Value.Code("Available")));
  }

  @Test
  void takesAVersion() {
    String fql = "{\"_version\": \"12\", \"item_copy_number\": {\"$empty\": true}}";
    assertThat(FqlReader.read(fql, ITEM))
        .isEqualTo(new Condition.Empty(field("item_copy_number"), true));
  }

  @Test
  void joinsConditions() {
    assertThat(
            read(
                """
                {"$and": [
                  {"instance_title": {"$regex": "^the (cat|dog)s?"}},
                  {"$and": [{"item_barcode": {"$in": ["a", "B"]}}]},
                  {"item_number_of_pieces": {"$gte": 3}}
                ]}
                """))
        .isEqualTo(
            new Condition.And(
                List.of(
                    new Condition.Matches(field("instance_title"), "^the (cat|dog)s?"),
                    new Condition.And(
                        List.of(
                            new Condition.In(
                                field("item_barcode"),
                                List.of(new Value.Text("a"), new Value.Text("B"))))),
                    new Condition.Ordered(
                        field("item_number_of_pieces"),
                        Condition.Order.FROM,
                        new Value.Whole(3L)))));
  }

  /** As a tree each of its values would take 100 bytes, before any is looked at. */
  @Test
  void refusesManyMoreValuesThanItTakes() {
    String query = "{\"id\": {\"$in\": [%s{}]}}".formatted("{},".repeat(300_000));
    assertThatThrownBy(() -> read(query))
        .isInstanceOf(InvalidQuery.class)
        .hasMessageContaining("too long");
  }

  @Test
  void readsDatesAndTimes() {
    assertThat(read("{\"item_created_date\": {\"$lt\": \"2024-02-29\"}}"))
        .isEqualTo(
            new Condition.Ordered(
                field("item_created_date"),
                Condition.Order.BELOW,
                new Value.Day(LocalDate.of(2024, 2, 29))));
    Condition moment =
        new Condition.Equal(
            field("item_created_date"), new Value.Moment(Instant.parse("2024-02-29T10:00:00.5Z")));
    assertThat(read("{\"item_created_date\": {\"$eq\": \"2024-02-29T10:00:00.5Z\"}}"))
        .isEqualTo(moment);
    assertThat(read("{\"item_created_date\": {\"$eq\": \"2024-02-29T12:00:00.500+02:00\"}}"))
        .isEqualTo(moment);
    assertThat(read("{\"item_created_date\": {\"$eq\": \"2024-02-29T10:00:00.500\"}}"))
        .isEqualTo(moment);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``||The query is empty",
        "[]||A query is a JSON object",
        "{}||A query has no condition",
        "{\"_version\": \"1\"}||A query has no condition",
        "{\"_version\": 1, \"id\": {\"$empty\": true}}|_version|must be a string",
        "{\"id\": {\"$empty\": true}||The query is no JSON, line 1, column",
        "{\"id\": {\"$empty\": true}} x||The query is no JSON, line 1, column",
        "{\"id\": {\"$empty\": true}, \"id\": {\"$empty\": true}}||Duplicate",
        "{\"id\": {\"$empty\": true}, \"item_hrid\": {\"$empty\": true}}||A query has one member,"
            + " not 2",
        "{\"$and\": [{\"id\": {\"$empty\": true}, \"item_hrid\": {\"$empty\": true}}]}|$and[0]|A"
            + " condition has one member, not 2",
        "{\"item_number_of_pieces\": {\"$gt\": 1, \"$lt\": 3}}|item_number_of_pieces|The condition"
            + " of a field has one member, not 2",
        "{\"$and\": []}|$and|must be an array of at least one condition",
        "{\"$and\": {\"id\": {\"$empty\": true}}}|$and|must be an array of at least one condition",
        "{\"$and\": [{\"id\": {\"$empty\": true}}, 3]}|$and[1]|must be an object",
        "{\"$or\": []}|$or|There is no operator $or here; only $and",
        "{\"$and\": [{\"_version\": \"1\"}]}|$and[0]._version|Field _version is not present in"
            + " definition",
        "{\"colour\": {\"$eq\": \"red\"}}|colour|Field colour is not present in definition of"
            + " entity type drv_item_details",
        "{\"id\": \"x\"}|id|must be an object",
        "{\"id\": {\"$like\": \"x\"}}|id.$like|Field id (uuid) has no operator $like; it has $eq,"
            + " $ne, $in, $nin, $empty",
        "{\"item_status\": {\"$gt\": \"x\"}}|item_status.$gt|Field item_status (string) has no"
            + " operator $gt",
        "{\"item_discovery_suppress\": {\"$lte\": true}}|item_discovery_suppress.$lte|(boolean) has"
            + " no operator $lte",
        "{\"item_status\": {\"$eq\": 3}}|item_status.$eq|must be a string, not 3",
        "{\"item_status\": {\"$eq\": null}}|item_status.$eq|must be a string, not null",
        "{\"item_hrid\": {\"$eq\": \"a\\u0000b\"}}|item_hrid.$eq|has U+0000 at character 1",
        "{\"item_hrid\": {\"$eq\": \"\\ud83d\"}}|item_hrid.$eq|has U+D83D at character 0",
        "{\"item_number_of_pieces\": {\"$eq\": 1.5}}|item_number_of_pieces.$eq|must be a whole"
            + " number of 64 bits, not 1.5",
        "{\"item_number_of_pieces\": {\"$eq\": 9223372036854775808}}|item_number_of_pieces.$eq|must"
            + " be a whole number of 64 bits",
        "{\"item_number_of_pieces\": {\"$eq\": \"1\"}}|item_number_of_pieces.$eq|must be a whole"
            + " number of 64 bits, not \"1\"",
        "{\"item_discovery_suppress\": {\"$eq\": \"true\"}}|item_discovery_suppress.$eq|must be"
            + " true or false, not \"true\"",
        "{\"id\": {\"$eq\": \"1-1-1-1-1\"}}|id.$eq|must be a UUID",
        "{\"item_created_date\": {\"$eq\": \"2023-02-29\"}}|item_created_date.$eq|must be a day or"
            + " time that exists",
        "{\"item_created_date\": {\"$eq\": \"2024-02-29T24:30\"}}|item_created_date.$eq|must be a"
            + " day or time that exists",
        "{\"item_created_date\": {\"$eq\":"
            + " \"2024-02-29T10:00:00.1234567Z\"}}|item_created_date.$eq|at most microseconds",
        "{\"item_created_date\": {\"$eq\": \"yesterday\"}}|item_created_date.$eq|must be a day"
            + " (2026-11-21) or a time",
        "{\"item_hrid\": {\"$in\": []}}|item_hrid.$in|must be an array of at least one value",
        "{\"item_hrid\": {\"$in\": \"a\"}}|item_hrid.$in|must be an array of at least one value",
        "{\"$and\": [{\"item_hrid\": {\"$nin\": [\"a\", 1]}}]}|$and[0].item_hrid.$nin[1]|must be a"
            + " string, not 1",
        "{\"item_hrid\": {\"$regex\": \"a(\"}}|item_hrid.$regex|is no regular expression, character"
            + " 3",
        "{\"item_hrid\": {\"$empty\": \"yes\"}}|item_hrid.$empty|must be true or false, not"
            + " \"yes\"",
      })
  void refusesInvalidQueriesWithPlaceAndReason(String fql, String path, String reason) {
    assertThatThrownBy(() -> read(fql))
        .isInstanceOfSatisfying(
            InvalidQuery.class,
            invalid -> {
              assertThat(invalid.path()).isEqualTo(path == null ? "" : path);
              assertThat(invalid.reason()).contains(reason);
            });
  }

  @Test
  void refusesQueriesOverALimit() {
    String empty = "{\"id\": {\"$empty\": true}}";
    assertLimited(empty + " ".repeat(1_000_000 - empty.length()), null);
    assertLimited(empty + " ".repeat(1_000_001 - empty.length()), "more than 1,000,000 characters");
    assertLimited(nested(15, empty), null);
    assertLimited(nested(16, empty), "too deep or too long");
    assertLimited(and(Collections.nCopies(200, empty)), null);
    assertLimited(and(Collections.nCopies(201, empty)), "more than 200 conditions");
    String values =
        "{\"item_hrid\": {\"$in\": [%s]}}"
            .formatted(String.join(", ", Collections.nCopies(5_000, "\"a\"")));
    assertLimited(and(List.of(values, values)), null);
    assertLimited(and(List.of(values, values, empty, values)), "more than 10,000 values");
    String dates =
        "{\"item_created_date\": {\"$in\": [%s]}}"
            .formatted(String.join(", ", Collections.nCopies(199, "\"2024-02-29\"")));
    assertLimited(dates, null);
    assertLimited(and(List.of(dates, empty)), "each date of a list is one");
    assertLimited("{\"item_hrid\": {\"$eq\": \"%s\"}}".formatted("a".repeat(2_000)), null);
    assertLimited(
        "{\"item_hrid\": {\"$eq\": \"%s\"}}".formatted("a".repeat(2_001)),
        "more than 2,000 characters");
  }

  private static String nested(int levels, String condition) {
    return levels == 0 ? condition : and(List.of(nested(levels - 1, condition)));
  }

  private static String and(List<String> conditions) {
    return "{\"$and\": [" + String.join(", ", conditions) + "]}";
  }

  private void assertLimited(String fql, @org.jspecify.annotations.Nullable String reason) {
    if (reason == null) {
      assertThat(read(fql)).isNotNull();
    } else {
      assertThatThrownBy(() -> read(fql))
          .isInstanceOf(InvalidQuery.class)
          .hasMessageContaining(reason);
    }
  }

  @Test
  void refusesExtremeDepthAndNumbers() {
    assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(InvalidQuery.class);
    assertThatThrownBy(() -> read("{\"item_number_of_pieces\": {\"$eq\": 1e999999999}}"))
        .isInstanceOf(InvalidQuery.class);
    assertThatThrownBy(
            () -> read("{\"item_number_of_pieces\": {\"$eq\": " + "9".repeat(100_000) + "}}"))
        .isInstanceOf(InvalidQuery.class);
    assertThatThrownBy(() -> read("{\"" + "a".repeat(100_000) + "\": {\"$eq\": 1}}"))
        .isInstanceOf(InvalidQuery.class);
  }
}
