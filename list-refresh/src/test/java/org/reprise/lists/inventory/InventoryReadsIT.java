package org.reprise.lists.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Items and what they belong to, read and changed. */
class InventoryReadsIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);

  private static Answer put(JsonNode item) {
    return LIBRARY
        .client()
        .json("PUT", "/inventory/items/" + item.path("id").asString(), item.toString());
  }

  @Test
  void itemNamesHoldingsInstanceAndLocation() {
    JsonNode item = LIBRARY.read(LIBRARY.item());
    assertThat(LIBRARY.client().get("/inventory/items/" + item.path("id").asString()).json())
        .isEqualTo(item);
    assertThat(item.path("status").path("name").asString()).isEqualTo("Available");
    assertThat(item.path("materialType").path("name").asString()).isEqualTo("book");
    assertThat(item.path("permanentLoanType").path("id").asString()).isNotEmpty();
    JsonNode holdings =
        LIBRARY
            .client()
            .get("/holdings-storage/holdings/" + item.path("holdingsRecordId").asString())
            .json();
    JsonNode instance =
        LIBRARY
            .client()
            .get("/inventory/instances/" + holdings.path("instanceId").asString())
            .json();
    assertThat(instance.path("title")).isEqualTo(item.path("title"));
    JsonNode location =
        LIBRARY
            .client()
            .get("/locations/" + item.path("effectiveLocation").path("id").asString())
            .json();
    assertThat(location.path("code").asString()).isEqualTo("main/stacks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/inventory/items/",
        "/holdings-storage/holdings/",
        "/inventory/instances/",
        "/locations/"
      })
  void missingRecordsAreNotFound(String path) {
    Answer answer = LIBRARY.client().get(path + UUID.randomUUID());
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).startsWith("read-").endsWith(".not.found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "barcode/1 | 8",
        "barcode==1 prox hrid==2 | 12",
        "title==war | 1",
        "barcode==1 and id<=2 | 20",
        "id<=\"3\" | 5",
        "(barcode==1 | 12",
      })
  void refusesInvalidQueryWithItsPlace(String query, String position) {
    Answer answer = LIBRARY.search("/inventory/items", query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("search-cql.query.invalid");
    assertThat(answer.json().path("parameters").path(1).path("value").asString())
        .as(answer.toString())
        .isEqualTo(position);
  }

  private static int found(String query) {
    return LIBRARY.search("/inventory/items", query).json().path("totalRecords").asInt();
  }

  @Test
  void valuesAreNeverReadAsSql() {
    assertThat(found("barcode==\"x' or '1'='1\"")).isZero();
    assertThat(found("barcode==\"%*\"")).isZero();
    assertThat(found("barcode==\"" + LIBRARY.item() + "*\"")).isPositive();
  }

  @Test
  void changeIncrementsTheVersion() {
    String barcode = LIBRARY.item();
    ObjectNode item = (ObjectNode) LIBRARY.read(barcode);
    item.put("itemLevelCallNumber", "QA 1").put("numberOfPieces", "3");
    item.putObject("status").put("name", "Missing");
    assertThat(put(item).status()).isEqualTo(204);
    JsonNode changed = LIBRARY.read(barcode);
    assertThat(changed.path("itemLevelCallNumber").asString()).isEqualTo("QA 1");
    assertThat(changed.path("status").path("name").asString()).isEqualTo("Missing");
    assertThat(changed.path("_version").asInt()).isEqualTo(item.path("_version").asInt() + 1);
  }

  @Test
  void movesItemToExistingHoldingsRecord() {
    String barcode = LIBRARY.item();
    ObjectNode item = (ObjectNode) LIBRARY.read(barcode);
    Answer nowhere = put(item.deepCopy().put("holdingsRecordId", UUID.randomUUID().toString()));
    assertThat(nowhere.status()).as(nowhere.toString()).isEqualTo(422);
    assertThat(nowhere.body()).contains("holdingsRecordId");
    ObjectNode without = item.deepCopy();
    without.remove("holdingsRecordId");
    assertThat(put(without).status()).isEqualTo(422);
    JsonNode other = LIBRARY.read(LIBRARY.item());
    assertThat(put(item.set("holdingsRecordId", other.path("holdingsRecordId"))).status())
        .isEqualTo(204);
    JsonNode moved = LIBRARY.read(barcode);
    assertThat(moved.path("holdingsRecordId")).isEqualTo(other.path("holdingsRecordId"));
    assertThat(moved.path("title")).isEqualTo(other.path("title"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void emptyBarcodeIsStoredAsNone(String empty) {
    for (int i = 0; i < 2; i++) {
      ObjectNode item = (ObjectNode) LIBRARY.read(LIBRARY.item());
      assertThat(put(item.put("barcode", empty)).status()).isEqualTo(204);
      JsonNode read = LIBRARY.client().get("/inventory/items/" + item.path("id").asString()).json();
      assertThat(read.has("barcode")).isFalse();
    }
  }

  @Test
  void acceptsOnlyTheOneLoanType() {
    ObjectNode item = (ObjectNode) LIBRARY.read(LIBRARY.item());
    item.putObject("permanentLoanType").put("id", UUID.randomUUID().toString());
    assertThat(put(item).status()).isEqualTo(422);
  }

  @Test
  void secondChangeOfTheSameVersionConflicts() {
    JsonNode item = LIBRARY.read(LIBRARY.item());
    assertThat(put(item).status()).isEqualTo(204);
    Answer second = put(item);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.code()).isEqualTo("update-optimistic.lock.exception");
  }

  @Test
  void checkOutDuringAChangeConflicts() {
    String barcode = LIBRARY.item();
    JsonNode item = LIBRARY.read(barcode);
    LIBRARY.checkOut(barcode, LIBRARY.patron());
    assertThat(put(item).status()).isEqualTo(409);
    assertThat(LIBRARY.status(barcode)).isEqualTo("Checked out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Checked out", "Paged", "Nowhere"})
  void refusesStatusThatOnlyCirculationSets(String status) {
    ObjectNode item = (ObjectNode) LIBRARY.read(LIBRARY.item());
    item.putObject("status").put("name", status);
    assertThat(put(item).status()).isEqualTo(422);
  }

  @Test
  void refusesToMakeCheckedOutItemAvailable() {
    String barcode = LIBRARY.item();
    LIBRARY.checkOut(barcode, LIBRARY.patron());
    ObjectNode item = (ObjectNode) LIBRARY.read(barcode);
    item.putObject("status").put("name", "Available");
    assertThat(put(item).status()).isEqualTo(422);
  }

  @Test
  void refusesDuplicateBarcodesAndMissingReferences() {
    String taken = LIBRARY.item();
    ObjectNode item = (ObjectNode) LIBRARY.read(LIBRARY.item());
    Answer twice = put(item.deepCopy().put("barcode", taken));
    assertThat(twice.status()).isEqualTo(422);
    assertThat(twice.body()).contains("BARCODE_NOT_UNIQUE");
    ObjectNode lost = item.deepCopy();
    lost.putObject("materialType").put("id", UUID.randomUUID().toString());
    assertThat(put(lost).body()).contains("no such material type", "materialTypeId");
    lost = item.deepCopy();
    lost.putObject("permanentLocation").put("id", UUID.randomUUID().toString());
    assertThat(put(lost).body()).contains("no such permanent location", "permanentLocationId");
    assertThat(put(item.deepCopy().put("hrid", "other")).body()).contains("HRID_CHANGED");
    assertThat(put(item.deepCopy().put("numberOfPieces", "many")).status()).isEqualTo(422);
    ObjectNode bare = item.deepCopy();
    bare.remove("_version");
    assertThat(put(bare).status()).isEqualTo(422);
  }
}
