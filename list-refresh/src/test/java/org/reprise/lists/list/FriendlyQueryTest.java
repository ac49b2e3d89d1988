package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.fql.FqlReader;

class FriendlyQueryTest {
  private static final EntityType ITEM =
      EntityTypes.load()
          .find(UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292"))
          .orElseThrow();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"item_status\": {\"$eq\": \"available\"}}|Item — Status == Available",
        "{\"item_status\": {\"$nin\": [\"Paged\", \"Missing\"]}}|Item — Status not in [Paged,"
            + " Missing]",
        "{\"item_barcode\": {\"$in\": [\"a\"]}}|Item — Barcode in [a]",
        "{\"item_barcode\": {\"$starts_with\": \"12\"}}|Item — Barcode starts with 12",
        "{\"item_barcode\": {\"$contains\": \"12\"}}|Item — Barcode contains 12",
        "{\"item_barcode\": {\"$regex\": \"^1\"}}|Item — Barcode matches ^1",
        "{\"item_barcode\": {\"$empty\": false}}|Item — Barcode is not empty",
        "{\"item_barcode\": {\"$empty\": true}}|Item — Barcode is empty",
        "{\"item_number_of_pieces\": {\"$gt\": 3}}|Item — Number of pieces > 3",
        "{\"item_number_of_pieces\": {\"$lte\": 3}}|Item — Number of pieces <= 3",
        "{\"item_created_date\": {\"$gte\": \"2024-02-29\"}}|Item — Created >= 2024-02-29",
        "{\"item_created_date\": {\"$lt\": \"2024-02-29T10:00:00Z\"}}|Item — Created <"
            + " 2024-02-29T10:00:00Z",
        "{\"item_discovery_suppress\": {\"$ne\": true}}|Item — Suppressed from discovery != true",
        "{\"$and\": [{\"item_barcode\": {\"$eq\": \"a\"}}, {\"$and\": [{\"item_hrid\": {\"$eq\":"
            + " \"b\"}}, {\"item_hrid\": {\"$ne\": \"c\"}}]}]}|Item — Barcode == a AND (Item — HRID"
            + " == b AND Item — HRID != c)",
      })
  void describesQueryInPlainText(String fql, String text) {
    assertThat(FriendlyQuery.of(FqlReader.read(fql, ITEM))).isEqualTo(text);
  }
}
