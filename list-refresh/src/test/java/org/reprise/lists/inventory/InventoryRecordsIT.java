package org.reprise.lists.inventory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Instances, holdings and items that clients store, replace and delete. */
class InventoryRecordsIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final ListsClient CLIENT = LIBRARY.client();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final UUID STACKS = ReferenceData.id(ReferenceData.LOCATION, "main/stacks");
  private static final UUID ANNEX = ReferenceData.id(ReferenceData.LOCATION, "main/annex");
  private static final UUID BOOK = ReferenceData.id(ReferenceData.MATERIAL_TYPE, "book");
  private static final UUID LOAN_TYPE = ReferenceData.id("loan-type", "Can circulate");

  // As FOLIO's user interface sends it.
  private static ObjectNode instance() {
    return object(
        """
        {"source": "FOLIO", "title": "Emma", "instanceTypeId": "6312d172-f0cf-40f6-b27d-9fa8feaf332f",
         "discoverySuppress": false, "staffSuppress": false, "previouslyHeld": false,
         "contributors": [
           {"name": "Knightley, George", "contributorNameTypeId": "2b94c631-fca9-4892-a730-03ee529ffe2a",
            "primary": false},
           {"name": "Austen, Jane", "contributorNameTypeId": "2b94c631-fca9-4892-a730-03ee529ffe2a",
            "primary": true}],
         "identifiers": [
           {"value": "9780141439587", "identifierTypeId": "8261054f-be78-422d-bd51-4ed9f33c3422"}],
         "publication": [{"publisher": "Murray", "dateOfPublication": "1815"}],
         "languages": ["eng"], "tags": {"tagList": ["novel"]}}\
        """);
  }

  private static ObjectNode holdings(JsonNode instance) {
    return object(
        """
        {"instanceId": "%s", "permanentLocationId": "%s", "callNumber": "PR4034", "callNumberPrefix": "q",
         "sourceId": "f32d531e-df79-46b3-8932-cdd35f7a2264", "notes": []}\
        """
            .formatted(id(instance), STACKS));
  }

  private static ObjectNode item(JsonNode holdings, String barcode) {
    return object(
        """
        {"holdingsRecordId": "%s", "barcode": "%s", "status": {"name": "Available"},
         "materialTypeId": "%s", "permanentLoanTypeId": "%s", "volume": "1", "yearCaption": ["1815"]}\
        """
            .formatted(id(holdings), barcode, BOOK, LOAN_TYPE));
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) JSON.readTree(json);
  }

  private static String id(JsonNode record) {
    return record.path("id").asString();
  }

  private static Answer post(String path, JsonNode body) {
    return CLIENT.json("POST", path, body.toString());
  }

  private static Answer put(String path, JsonNode body) {
    return CLIENT.json("PUT", path + "/" + id(body), body.toString());
  }

  /** Stores a record and reads it where the answer says it is. */
  private static ObjectNode stored(String path, JsonNode body) {
    Answer created = post(path, body);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo(path + "/" + id(created.json()));
    Answer read = CLIENT.get(created.header("Location"));
    assertThat(read.json()).isEqualTo(created.json());
    return (ObjectNode) read.json();
  }

  private static ObjectNode storedInstance() {
    return stored("/instance-storage/instances", instance());
  }

  private static ObjectNode storedHoldings() {
    return stored("/holdings-storage/holdings", holdings(storedInstance()));
  }

  private static String barcode() {
    return "n" + UUID.randomUUID();
  }

  private static ObjectNode without(ObjectNode record, String... members) {
    return record.deepCopy().remove(List.of(members));
  }

  /** MARC's non-sorting marks, which an import leaves in titles. */
  @Test
  void takesTitleWithNonSortingMarks() {
    String title = "\u0098Die\u009c Blechtrommel " + UUID.randomUUID();
    ObjectNode stored = stored("/instance-storage/instances", instance().put("title", title));
    String path = "/instance-storage/instances/" + stored.path("id").asString();
    assertThat(CLIENT.json("PUT", path, stored.toString()).status()).isEqualTo(204);
    String query = URLEncoder.encode("title==\"" + title + "\"", UTF_8);
    assertThat(CLIENT.get("/instance-storage/instances?query=" + query).json().path("totalRecords"))
        .hasToString("1");
  }

  @Test
  void answersRecordsAsTheyWereStored() {
    ObjectNode instance = stored("/inventory/instances", instance());
    assertThat(instance.path("hrid").asString()).matches("in\\d{11}");
    assertThat(instance.path("_version").asInt()).isEqualTo(1);
    assertThat(without(instance, "id", "hrid", "_version", "metadata")).isEqualTo(instance());
    ObjectNode holdings = stored("/holdings-storage/holdings", holdings(instance));
    assertThat(holdings.path("hrid").asString()).matches("ho\\d{11}");
    assertThat(without(holdings, "id", "hrid", "_version", "metadata", "effectiveLocationId"))
        .isEqualTo(holdings(instance));
    String barcode = barcode();
    ObjectNode item = stored("/item-storage/items", item(holdings, barcode));
    assertThat(item.path("hrid").asString()).matches("it\\d{11}");
    assertThat(item.path("effectiveLocationId").asString()).isEqualTo(STACKS.toString());
    ObjectNode kept = without(item, "id", "hrid", "_version", "metadata", "effectiveLocationId");
    kept.withObject("/status").remove("date");
    assertThat(kept).isEqualTo(item(holdings, barcode));
  }

  @Test
  void circulationAndListsSeeNewItem() {
    String barcode = barcode();
    stored("/item-storage/items", item(storedHoldings(), barcode));
    JsonNode item = LIBRARY.read(barcode);
    assertThat(item.path("title").asString()).isEqualTo("Emma");
    assertThat(item.at("/contributorNames/0/name").asString()).isEqualTo("Austen, Jane");
    assertThat(item.path("callNumber").asString()).isEqualTo("PR4034");
    Answer loan = LIBRARY.checkOut(barcode, LIBRARY.patron());
    assertThat(loan.status()).as(loan.toString()).isEqualTo(201);
    MadeLists lists = new MadeLists(CLIENT);
    String list = lists.make("New", "{\"item_barcode\": {\"$eq\": \"%s\"}}".formatted(barcode));
    lists.refresh(list);
    JsonNode content = CLIENT.get(list + "/contents").json();
    assertThat(content.at("/content/0/id").asString()).isEqualTo(id(item));
  }

  @Test
  void acceptsItemInTheFormOfModInventory() {
    ObjectNode holdings = storedHoldings();
    String barcode = barcode();
    ObjectNode body = item(holdings, barcode);
    body.remove(List.of("materialTypeId", "permanentLoanTypeId"));
    body.putObject("materialType").put("id", BOOK.toString()).put("name", "book");
    body.putObject("permanentLoanType").put("id", LOAN_TYPE.toString());
    body.putObject("permanentLocation").put("id", ANNEX.toString());
    ObjectNode item = stored("/inventory/items", body);
    assertThat(item.at("/effectiveLocation/name").asString()).isEqualTo("main/annex");
    assertThat(item.at("/permanentLoanType/name").asString()).isEqualTo("Can circulate");
    assertThat(item.path("volume").asString()).isEqualTo("1");
    assertThat(put("/inventory/items", item.put("volume", "2")).status()).isEqualTo(204);
    assertThat(CLIENT.get("/item-storage/items/" + id(item)).json().path("volume").asString())
        .isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"details", "members", "primaryContributor"})
  void refusesMembersOfThisServiceAlone(String member) {
    ObjectNode holdings = storedHoldings();
    ObjectNode item = item(holdings, barcode()).putNull(member);
    assertThat(post("/item-storage/items", item).status()).isEqualTo(400);
    item.remove(List.of("materialTypeId", "permanentLoanTypeId"));
    item.putObject("materialType").put("id", BOOK.toString());
    Answer refused = post("/inventory/items", item.put(member, "Austen, Jane"));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(post("/inventory/items", item.putNull(member)).status()).isEqualTo(400);
    assertThat(post("/inventory/items", item.without(member)).status()).isEqualTo(201);
  }

  @Test
  void eachTenantHasItsNumbers() {
    String first = storedInstance().path("hrid").asString();
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT);
    assertThat(other.json("POST", "/instance-storage/instances", instance().toString()).status())
        .isEqualTo(201);
    assertThat(storedInstance().path("hrid").asString())
        .isEqualTo("in%011d".formatted(Long.parseLong(first.substring(2)) + 1));
  }

  /** As those of records that were migrated with the numbers of another system. */
  @Test
  void skipsNumbersThatRecordsCameWith() {
    long last = Long.parseLong(storedInstance().path("hrid").asString().substring(2));
    stored("/instance-storage/instances", instance().put("hrid", "IN%011d".formatted(last + 1)));
    assertThat(storedInstance().path("hrid").asString()).isEqualTo("in%011d".formatted(last + 2));
    for (long number = last + 3; number < last + 20; number++) {
      stored("/instance-storage/instances", instance().put("hrid", "in%011d".formatted(number)));
    }
    long next = Long.parseLong(storedInstance().path("hrid").asString().substring(2));
    assertThat(next).isBetween(last + 20, last + 40);
  }

  /** A page of a hundred such records has to fit into the memory. */
  @Test
  void refusesRecordWhoseMembersAreTooLong() {
    ObjectNode stored = storedInstance();
    ObjectNode large = stored.deepCopy();
    large.putArray("notes").addObject().put("note", "x".repeat(100_001));
    ObjectNode unfolded = stored.deepCopy();
    ArrayNode numbers = unfolded.putArray("notes").addObject().putArray("numbers");
    IntStream.range(0, 400).forEach(_ -> numbers.add(1e308));
    for (ObjectNode record : List.of(large, unfolded)) {
      for (Answer refused :
          List.of(
              put("/instance-storage/instances", record),
              post("/inventory/instances", without(record, "id", "hrid")))) {
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.json().at("/errors/0/message").asString())
            .contains("more than 100000 characters");
        assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo("VALUE_INVALID");
      }
    }
    stored.putArray("notes").addObject().put("note", "x".repeat(90_000));
    assertThat(put("/instance-storage/instances", stored).status()).isEqualTo(204);
  }

  private static String withNumber(String number) {
    ObjectNode instance = instance();
    instance.putArray("notes").addObject().put("of", 4_711);
    return instance.toString().replace("4711", number);
  }

  /** Readers of JSON take it for infinity or zero. */
  @ParameterizedTest
  @ValueSource(strings = {"1e400", "-1E+309", "1e-400", "1e999999999"})
  void refusesNumberThatNoDoubleHas(String number) {
    Answer refused = CLIENT.json("POST", "/instance-storage/instances", withNumber(number));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/parameters/0/key").asString()).isEqualTo("notes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.12345678901234567890123",
        "1.50",
        "12345678901234567890123",
        "-0.1",
        "0.0000001"
      })
  void keepsAllDigitsOfNumbers(String number) {
    Answer created = CLIENT.json("POST", "/instance-storage/instances", withNumber(number));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.body()).contains("[{\"of\":%s}]".formatted(number));
    assertThat(CLIENT.get(created.header("Location")).body()).isEqualTo(created.body());
  }

  /** An empty object takes 80 bytes as a tree, and three as a text. */
  @Test
  void refusesBodyOfMoreValuesThanARecordHas() {
    String body = "{\"notes\": [%s{}]}".formatted("{},".repeat(60_000));
    for (String path : List.of("/instance-storage/instances", "/data-import/uploadDefinitions")) {
      Answer refused = CLIENT.json("POST", path, body);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(413);
    }
  }

  @Test
  void findsRecordsByTheirFields() {
    ObjectNode holdings = storedHoldings();
    String instance = holdings.path("instanceId").asString();
    ObjectNode item = stored("/item-storage/items", item(holdings, barcode()));
    for (String search :
        List.of(
            "/instance-storage/instances?query=id==" + instance,
            "/inventory/instances?query=title==emma+and+id==" + instance,
            "/holdings-storage/holdings?query=instanceId==" + instance,
            "/item-storage/items?query=holdingsRecordId==" + id(holdings),
            "/item-storage/items?query=hrid==" + item.path("hrid").asString())) {
      JsonNode found = CLIENT.get(search).json();
      assertThat(found.path("totalRecords").asInt()).as(search + found).isEqualTo(1);
    }
    JsonNode page = CLIENT.get("/holdings-storage/holdings?limit=1&totalRecords=none").json();
    assertThat(page.propertyNames()).containsExactly("holdingsRecords");
    Answer refused = CLIENT.get("/instance-storage/instances?query=author==x");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("hrid, id, title");
  }

  @ParameterizedTest
  @CsvSource({
    "/instance-storage/instances, title",
    "/instance-storage/instances, source",
    "/instance-storage/instances, instanceTypeId",
    "/holdings-storage/holdings, instanceId",
    "/holdings-storage/holdings, permanentLocationId",
    "/item-storage/items, holdingsRecordId",
    "/item-storage/items, materialTypeId",
    "/item-storage/items, status",
  })
  void refusesMissingMembers(String path, String member) {
    Answer refused = post(path, without(valid(path), member));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo("VALUE_MISSING");
    assertThat(refused.json().at("/errors/0/parameters/0/key").asString()).startsWith(member);
  }

  private static ObjectNode valid(String path) {
    return switch (path) {
      case "/instance-storage/instances" -> instance();
      case "/holdings-storage/holdings" -> holdings(storedInstance());
      default -> item(storedHoldings(), barcode());
    };
  }

  @ParameterizedTest
  @CsvSource({
    "/holdings-storage/holdings, instanceId, There is no such instance",
    "/holdings-storage/holdings, permanentLocationId, There is no such permanent location",
    "/item-storage/items, holdingsRecordId, There is no such holdings record",
    "/item-storage/items, materialTypeId, There is no such material type",
    "/item-storage/items, permanentLocationId, There is no such permanent location",
    "/item-storage/items, permanentLoanTypeId, There is no such permanent loan type",
  })
  void refusesReferencesToWhatIsNotThere(String path, String member, String message) {
    String nowhere = UUID.randomUUID().toString();
    Answer refused = post(path, valid(path).put(member, nowhere));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/message").asString()).isEqualTo(message);
    assertThat(refused.json().at("/errors/0/parameters/0/key").asString()).isEqualTo(member);
    assertThat(refused.json().at("/errors/0/parameters/0/value").asString()).isEqualTo(nowhere);
  }

  @Test
  void refusesIdsNumbersAndBarcodesThatAreTaken() {
    ObjectNode holdings = storedHoldings();
    String barcode = barcode();
    ObjectNode item = stored("/item-storage/items", item(holdings, barcode));
    String hrid = item.path("hrid").asString();
    assertRefused(
        item(holdings, barcode.toUpperCase(Locale.ROOT)),
        "BARCODE_NOT_UNIQUE",
        "Barcode must be unique, %s is already assigned to another item".formatted(barcode));
    assertRefused(
        item(holdings, barcode()).put("hrid", hrid),
        "HRID_NOT_UNIQUE",
        "HRID value already exists in table item: " + hrid);
    assertRefused(
        item(holdings, barcode()).put("id", id(item)),
        "ID_NOT_UNIQUE",
        "id value already exists in table item: " + id(item));
    assertRefused(
        item(holdings, barcode()).set("status", object("{\"name\": \"Nowhere\"}")),
        "VALUE_INVALID",
        "There is no such status");
    assertRefused(
        item(holdings, barcode()).set("status", object("{\"name\": \"Checked out\"}")),
        "STATUS_OF_CIRCULATION",
        "Only circulation changes the status from '' to 'Checked out'");
  }

  private static void assertRefused(JsonNode item, String code, String message) {
    Answer refused = post("/item-storage/items", item);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo(code);
    assertThat(refused.json().at("/errors/0/message").asString()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"notKnown\": 1",
        "\"notes\": {}",
        "\"tags\": []",
        "\"discoverySuppress\": \"false\"",
        "\"statusId\": \"1-1-1-1-1\"",
        "\"matchKey\": 1",
        "\"matchKey\": \"a\\u0000\"",
        "\"languages\": [\"a\\ud800\"]",
        "\"title\": 1",
        "\"_version\": \"1\"",
      })
  void refusesUnknownAndWrongMembers(String member) {
    String body = instance().put("title", "x").toString();
    String name = member.substring(1, member.indexOf('"', 1));
    Answer refused =
        CLIENT.json(
            "POST",
            "/instance-storage/instances",
            without(object(body), name).toString().replaceFirst("\\{", "{" + quoted(member) + ","));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("create-invalid.request");
    assertThat(refused.json().at("/parameters/0/value").asString()).startsWith(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/instance-storage/instances",
        "/holdings-storage/holdings",
        "/item-storage/items",
        "/inventory/items"
      })
  void refusesMemberThatOnlyTheServiceKnows(String path) {
    for (String value : List.of("{}", "1", "{\"notes\": []}", "\"x\"")) {
      Answer refused = CLIENT.json("POST", path, "{\"details\": %s}".formatted(value));
      assertThat(refused.status()).as(value + refused).isEqualTo(400);
      assertThat(refused.code()).isEqualTo("create-invalid.request");
      assertThat(refused.json().at("/parameters/0/value").asString()).isEqualTo("details");
    }
  }

  private static String quoted(String replacement) {
    return replacement.replace("\\", "\\\\");
  }

  @Test
  void replacesAllOfARecord() {
    ObjectNode instance = storedInstance();
    ObjectNode changed = without(instance, "tags", "contributors").put("title", "Emma, again");
    assertThat(put("/instance-storage/instances", changed).status()).isEqualTo(204);
    JsonNode read = CLIENT.get("/inventory/instances/" + id(instance)).json();
    assertThat(read.path("title").asString()).isEqualTo("Emma, again");
    assertThat(read.path("_version").asInt()).isEqualTo(2);
    assertThat(read.has("tags")).isFalse();
    assertThat(read.path("hrid")).isEqualTo(instance.path("hrid"));
    Answer stale = put("/instance-storage/instances", changed);
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.code()).isEqualTo("update-optimistic.lock.exception");
    Answer numbered = put("/inventory/instances", ((ObjectNode) read).put("hrid", "other"));
    assertThat(numbered.status()).isEqualTo(422);
    assertThat(numbered.body()).contains("HRID_CHANGED");
    Answer missing = put("/inventory/instances", changed.put("id", UUID.randomUUID().toString()));
    assertThat(missing.status()).isEqualTo(404);
  }

  @Test
  void itemFollowsItsHoldingsUnlessItHasALocation() {
    ObjectNode holdings = storedHoldings();
    ObjectNode follows = stored("/item-storage/items", item(holdings, barcode()));
    ObjectNode stays =
        stored(
            "/item-storage/items",
            item(holdings, barcode()).put("permanentLocationId", STACKS.toString()));
    assertThat(
            put("/holdings-storage/holdings", holdings.put("permanentLocationId", ANNEX.toString()))
                .status())
        .isEqualTo(204);
    JsonNode moved = CLIENT.get("/item-storage/items/" + id(follows)).json();
    assertThat(moved.path("effectiveLocationId").asString()).isEqualTo(ANNEX.toString());
    assertThat(moved.path("_version").asInt()).isEqualTo(2);
    assertThat(CLIENT.get("/item-storage/items/" + id(stays)).json()).isEqualTo(stays);
  }

  @Test
  void keepsTheDateOfAnUnchangedStatus() {
    ObjectNode item = stored("/item-storage/items", item(storedHoldings(), barcode()));
    assertThat(put("/item-storage/items", item).status()).isEqualTo(204);
    ObjectNode read = (ObjectNode) CLIENT.get("/item-storage/items/" + id(item)).json();
    assertThat(read.path("status")).isEqualTo(item.path("status"));
    read.set("status", object("{\"name\": \"Missing\"}"));
    assertThat(put("/item-storage/items", read).status()).isEqualTo(204);
    JsonNode missing = CLIENT.get("/item-storage/items/" + id(item)).json();
    assertThat(Instant.parse(missing.at("/status/date").asString()))
        .isAfter(Instant.parse(item.at("/status/date").asString()));
  }

  @Test
  void deletesWhatNothingRefersTo() {
    ObjectNode holdings = storedHoldings();
    String barcode = barcode();
    ObjectNode item = stored("/item-storage/items", item(holdings, barcode));
    String instance = "/instance-storage/instances/" + holdings.path("instanceId").asString();
    for (String referred : List.of("/holdings-storage/holdings/" + id(holdings), instance)) {
      Answer refused = CLIENT.delete(referred);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
      assertThat(refused.code()).isEqualTo("delete-still.referenced");
      assertThat(refused.json().path("message").asString()).contains("still referenced from table");
    }
    LIBRARY.checkOut(barcode, LIBRARY.patron());
    assertThat(CLIENT.delete("/inventory/items/" + id(item)).body()).contains("from table loan.");
    ObjectNode other = stored("/item-storage/items", item(storedHoldings(), barcode()));
    for (String path :
        List.of(
            "/inventory/items/" + id(other),
            "/holdings-storage/holdings/" + other.path("holdingsRecordId").asString())) {
      assertThat(CLIENT.delete(path).status()).isEqualTo(204);
      assertThat(CLIENT.get(path).status()).isEqualTo(404);
      assertThat(CLIENT.delete(path).status()).isEqualTo(404);
    }
  }

  @Test
  void tenantsDoNotSeeEachOthersRecords() {
    ObjectNode instance = storedInstance();
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT);
    String path = "/instance-storage/instances/" + id(instance);
    assertThat(other.get(path).status()).isEqualTo(404);
    assertThat(other.json("PUT", path, instance.toString()).status()).isEqualTo(404);
    assertThat(other.delete(path).status()).isEqualTo(404);
    Answer foreign =
        other.json("POST", "/holdings-storage/holdings", holdings(instance).toString());
    assertThat(foreign.status()).isEqualTo(422);
  }

  /** Each waits for the holdings record, and is decided by what the other one left. */
  @Test
  void newItemFollowsHoldingsThatMoveMeanwhile() throws Exception {
    ObjectNode holdings = storedHoldings();
    String barcode = barcode();
    ObjectNode moved = holdings.deepCopy().put("permanentLocationId", ANNEX.toString());
    List<Answer> answers =
        atOnce(
            holdings,
            List.of(
                () -> put("/holdings-storage/holdings", moved),
                () -> post("/item-storage/items", item(holdings, barcode))));
    assertThat(answers).extracting(Answer::status).containsExactly(204, 201);
    assertThat(LIBRARY.read(barcode).at("/effectiveLocation/name").asString())
        .isEqualTo("main/annex");
  }

  @Test
  void oneOfTwoChangesAtOnceConflicts() throws Exception {
    ObjectNode holdings = storedHoldings();
    Callable<Answer> change = () -> put("/holdings-storage/holdings", holdings);
    assertThat(atOnce(holdings, List.of(change, change)))
        .extracting(Answer::status)
        .containsExactlyInAnyOrder(204, 409);
  }

  /** Locks a holdings record until all requests wait for it, in their order. */
  private static List<Answer> atOnce(JsonNode holdings, List<Callable<Answer>> requests)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = SERVER.database().connect()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "select 1 from holdings where id = '%s' for update".formatted(id(holdings)));
      }
      List<Future<Answer>> answers = new ArrayList<>();
      for (Callable<Answer> request : requests) {
        answers.add(threads.submit(request));
        await()
            .until(() ->
                SERVER.count(
                        """
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'\
                        """)
                    == answers.size());
      }
      connection.rollback();
      List<Answer> all = new ArrayList<>();
      for (Future<Answer> answer : answers) {
        all.add(answer.get());
      }
      return all;
    }
  }

  @Test
  void oneOfManyItemsGetsABarcode() throws Exception {
    ObjectNode holdings = storedHoldings();
    String barcode = barcode();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        answers.add(threads.submit(() -> post("/item-storage/items", item(holdings, barcode))));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<Answer> answer : answers) {
        statuses.add(answer.get().status());
      }
      assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 422);
    }
  }
}
