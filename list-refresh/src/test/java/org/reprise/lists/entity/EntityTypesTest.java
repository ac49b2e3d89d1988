package org.reprise.lists.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTypesTest {
  private static final UUID ITEM = UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292");
  private static final String GOOD =
      """
      {"id": "b7a5a0c2-6f0b-4b0e-9a53-2d7a4f1a1b12", "name": "things", "label": "Things",
       "sources": [{"alias": "a", "table": "thing"},
                   {"alias": "b", "table": "part", "from": "a", "key": "part_id", "optional": true}],
       "fields": [{"name": "id", "label": "UUID", "type": "uuid", "source": "a", "column": "id"},
                  {"name": "colour", "label": "Colour", "type": "string", "source": "b",
                   "column": "colour", "values": ["Red", "Blue"], "operators": ["$eq", "$in"]}]}
      """;

  private final EntityTypes types = EntityTypes.load();

  @Test
  void aSecondDescriptionAddsAnEntityType() {
    assertThat(types.all())
        .extracting(EntityType::name)
        .containsExactly(
            "drv_item_details",
            "drv_loan_details",
            "instances_of_the_tests",
            "holdings_of_the_tests",
            "drv_user_details");
  }

  @Test
  void itemTypeHasInstanceHoldingsLocationAndMaterialType() {
    EntityType item = types.find(ITEM).orElseThrow();
    assertThat(item.sources())
        .extracting(Source::table)
        .containsExactlyInAnyOrder(
            "item", "holdings", "instance", "location", "library", "location", "material_type");
    Field title = item.field("instance_title").orElseThrow();
    assertThat(item.path(title)).extracting(Source::alias).containsExactly("i", "h", "n");
    assertThat(title.operators()).isEqualTo(DataType.STRING.operators());
  }

  @Test
  void unknownIdIsNotFound() {
    assertThat(types.find(new UUID(0, 1))).isEmpty();
  }

  @Test
  void closedFieldMapsItsStoredValues() {
    Field status = types.find(ITEM).flatMap(item -> item.field("item_status")).orElseThrow();
    assertThat(status.stored("CHECKED out")).contains("Checked out");
    // The Kelvin sign's small letter is k.
    assertThat(status.stored("Chec\u212aed out")).contains("Checked out");
    assertThat(status.stored("Checked  out")).isEmpty();
  }

  @Test
  void omittedPropertiesHaveDefaults() {
    EntityType things = read(GOOD);
    Field colour = things.field("colour").orElseThrow();
    assertThat(colour.operators()).isEqualTo(List.of(Operator.EQ, Operator.IN));
    assertThat(colour.required()).isFalse();
    assertThat(things.field("id").orElseThrow().values()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"table\": \"thing\"|\"table\": \"thing; drop\"|Table 'thing; drop' is not made of small"
            + " letters",
        "\"column\": \"id\"|\"column\": \"ID\"|Column 'ID' is not made of small letters",
        "\"from\": \"a\"|\"from\": \"c\"|Source 'b' is from 'c', which is not before it",
        "\"from\": \"a\", |``|Source 'b' needs both 'from' and 'key'",
        "\"alias\": \"b\"|\"alias\": \"a\"|There are two sources 'a'",
        "\"source\": \"b\"|\"source\": \"c\"|There is no source 'c'",
        "\"name\": \"colour\"|\"name\": \"id\"|There are two fields 'id'",
        "\"source\": \"b\"|\"source\": \"b\", \"required\": true|its source 'b' can be missing",
        "\"$in\"|\"$gt\"|Field 'colour' cannot have $gt: its type is string",
        "\"$in\"|\"$or\"|from String \"$or\": not one of the values accepted",
        "\"uuid\"|\"blob\"|from String \"blob\": not one of the values accepted",
        "\"Blue\"|\"red\"|Field 'colour' has a value twice",
        "\"source\": \"b\",|``|Source is missing",
        "\"id\": \"b7a5a0c2-6f0b-4b0e-9a53-2d7a4f1a1b12\", |``|The entity type has no id",
        "\"label\": \"Colour\", |``|Field 'colour' has no label",
        "\"label\": \"Things\"|\"label\": \"Things\", \"lable\": \"T\"|lable",
      })
  void refusesInvalidDescriptionWithNameAndReason(String part, String replaced, String reason) {
    String wrong = GOOD.replace(part, replaced);
    assertThat(wrong).isNotEqualTo(GOOD);
    assertThatThrownBy(() -> read(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("things.json: ")
        .hasMessageContaining(reason);
  }

  private static EntityType read(String description) {
    return EntityTypes.read(
        "things.json", new ByteArrayInputStream(description.getBytes(StandardCharsets.UTF_8)));
  }
}
