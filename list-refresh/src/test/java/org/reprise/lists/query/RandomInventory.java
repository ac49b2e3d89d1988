package org.reprise.lists.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.tenant.ReferenceData;
import org.springframework.jdbc.core.SqlParameterValue;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Rows of one tenant, few enough different values that queries find something, with values missing
 * wherever they may. What an item looks like to a query is kept beside it.
 */
final class RandomInventory {
  static final Instant START = Instant.parse("2024-02-27T00:00:00Z");
  private static final UUID CAMPUS = ReferenceData.id("campus", "main");
  static final String[] STATUSES = {"Available", "Checked out", "In transit", "Missing"};
  static final String[] WORDS = {
    "", "Cat", "cat", "CAT", "dog", "The Cat", "the dog", "Über", "über", "straße", "100%", "10_0",
    "a\\b", "it's", "\"x\"", "Ωmega", "ωmega", "日本", "?", "$1", "--", "a;b", " cat", "null",
    "cat\ud7ff", "cat\udbff\udfff", "\udbff\udfff", "\udbff\udfffa", "caz\ud7ff\udbff\udfff"
  };

  /** An item: its id, and a value for each field that has one. */
  record Item(UUID id, Map<String, Object> values) {
    @Nullable Object value(String field) {
      return values.get(field);
    }
  }

  private final Connection connection;
  private final short tenant;
  private final Random random;
  private final List<Map<String, Object>> materialTypes = new ArrayList<>();
  private final List<Map<String, Object>> locations = new ArrayList<>();
  private final List<Map<String, Object>> holdings = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();

  private RandomInventory(Connection connection, short tenant, Random random) {
    this.connection = connection;
    this.tenant = tenant;
    this.random = random;
  }

  /**
   * Fills the tables of a tenant. Ids are the same in each tenant, so that a careless join would
   * meet the other's.
   */
  static List<Item> fill(Connection connection, short tenant, Random random, int items)
      throws SQLException {
    RandomInventory inventory = new RandomInventory(connection, tenant, random);
    inventory.places();
    inventory.titles(items / 4);
    inventory.items(items);
    return inventory.items;
  }

  private void places() throws SQLException {
    insert(
        "loan_type",
        "id, details",
        ReferenceData.id("loan-type", "Can circulate"),
        json("{'name': 'Can circulate'}"));
    UUID institution = ReferenceData.id("institution", "main");
    insert("institution", "id, details", institution, json("{'name': 'main', 'code': 'main'}"));
    insert(
        "campus",
        "id, details",
        CAMPUS,
        json("{'name': 'main', 'code': 'main', 'institutionId': '%s'}", institution));
    for (int i = 0; i < 4; i++) {
      UUID materialType = id(1, i);
      String type = words() + i;
      insert("material_type", "id, details", materialType, json("{'name': '%s'}", type));
      materialTypes.add(Map.of("item_material_type_id", materialType, "item_material_type", type));
    }
    for (int i = 0; i < 5; i++) {
      UUID library = id(2, i);
      String libraryName = words() + i;
      insert(
          "library",
          "id, details",
          library,
          json("{'name': '%s', 'code': 'L%s', 'campusId': '%s'}", libraryName, i, CAMPUS));
      String name = words() + i;
      insert(
          "location",
          "id, details",
          id(3, i),
          json(
              "{'name': '%s', 'code': 'P%s', 'libraryId': '%s', 'campusId': '%s', 'institutionId': '%s'}",
              name, i, library, CAMPUS, ReferenceData.id("institution", "main")));
      locations.add(Map.of("id", id(3, i), "name", name, "library", libraryName));
    }
  }

  private void titles(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = new HashMap<>();
      row.put("instance_id", id(4, i));
      row.put("instance_hrid", "In" + i);
      row.put("instance_title", words());
      maybe(row, "instance_primary_contributor", words());
      row.put("instance_created_date", moment());
      row.put("instance_updated_date", moment());
      insert(
          "instance",
          "id, hrid, title, primary_contributor, created_date, updated_date",
          all(
              row,
              "instance_id",
              "instance_hrid",
              "instance_title",
              "instance_primary_contributor",
              "instance_created_date",
              "instance_updated_date"));
      row.put("holdings_id", id(5, i));
      maybe(row, "holdings_call_number", words());
      insert(
          "holdings",
          "id, hrid, instance_id, permanent_location_id, call_number, created_date, updated_date",
          id(5, i),
          "Ho" + i,
          id(4, i),
          id(3, 0),
          row.get("holdings_call_number"),
          moment(),
          moment());
      holdings.add(row);
    }
  }

  private void items(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = new HashMap<>(one(holdings));
      row.putAll(one(materialTypes));
      row.put("id", id(6, i));
      row.put("item_hrid", "It" + i);
      maybe(row, "item_barcode", one(WORDS) + i);
      row.put("item_status", one(STATUSES));
      row.put("item_status_date", moment());
      maybe(row, "item_level_call_number", words());
      maybe(row, "item_copy_number", one(WORDS));
      maybe(row, "item_number_of_pieces", random.nextLong(6));
      maybe(row, "item_discovery_suppress", random.nextBoolean());
      row.put("item_created_date", moment());
      row.put("item_updated_date", moment());
      Map<String, Object> effective = one(locations);
      row.put("item_effective_location_id", effective.get("id"));
      row.put("item_effective_location_name", effective.get("name"));
      row.put("item_effective_library_name", effective.get("library"));
      Map<String, Object> permanent = one(locations);
      if (random.nextInt(3) > 0) {
        row.put("item_permanent_location_id", permanent.get("id"));
        row.put("item_permanent_location_name", permanent.get("name"));
      }
      insert(
          "item",
          """
          id, hrid, barcode, holdings_id, material_type_id, effective_location_id, permanent_location_id, status,
          status_date, item_level_call_number, copy_number, number_of_pieces, discovery_suppress, created_date,
          updated_date\
          """,
          all(
              row,
              "id",
              "item_hrid",
              "item_barcode",
              "holdings_id",
              "item_material_type_id",
              "item_effective_location_id",
              "item_permanent_location_id",
              "item_status",
              "item_status_date",
              "item_level_call_number",
              "item_copy_number",
              "item_number_of_pieces",
              "item_discovery_suppress",
              "item_created_date",
              "item_updated_date"));
      items.add(new Item(id(6, i), Map.copyOf(row)));
    }
  }

  private static SqlParameterValue json(String json, Object... values) {
    Object[] quoted = Arrays.stream(values).map(RandomInventory::quoted).toArray();
    return new SqlParameterValue(Types.OTHER, json.replace('\'', '"').formatted(quoted));
  }

  private static String quoted(Object value) {
    StringBuilder text = new StringBuilder();
    JsonStringEncoder.getInstance().quoteAsString(value.toString(), text);
    return text.toString();
  }

  private void insert(String table, String columns, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "insert into %s (tenant, %s) values (?%s)"
                .formatted(table, columns, ", ?".repeat(values.length)))) {
      statement.setObject(1, tenant);
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        if (value instanceof SqlParameterValue json) {
          statement.setObject(i + 2, json.getValue(), json.getSqlType());
          continue;
        }
        statement.setObject(
            i + 2, value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value);
      }
      statement.executeUpdate();
    }
  }

  private static @Nullable Object[] all(Map<String, Object> row, String... names) {
    @Nullable Object[] values = new Object[names.length];
    for (int i = 0; i < names.length; i++) {
      values[i] = row.get(names[i]);
    }
    return values;
  }

  private void maybe(Map<String, Object> row, String name, Object value) {
    if (random.nextInt(3) > 0) {
      row.put(name, value);
    }
  }

  private static UUID id(int kind, int number) {
    return new UUID(kind, number);
  }

  private String words() {
    return one(WORDS) + (random.nextBoolean() ? " " + one(WORDS) : "");
  }

  // Days around a leap day, often their very edges.
  private Instant moment() {
    long day = random.nextInt(5) * 86_400_000_000L;
    long[] times = {0, 1, 43_200_000_000L, 86_399_999_999L, random.nextLong(86_400_000_000L)};
    return START.plusNanos((day + times[random.nextInt(times.length)]) * 1_000);
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private String one(String[] list) {
    return list[random.nextInt(list.length)];
  }
}
