package org.reprise.lists.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.entity.Field;
import org.reprise.lists.entity.Source;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.fql.InvalidQuery;
import org.reprise.lists.split.DatabaseClient;

/** Properties of the tables that entity types and queries rely on. */
class InventoryIT {
  private static final long SEED = Long.getLong("reprise.test.seed", 750);
  private static final int EXPRESSIONS = 20_000;
  private static final EntityTypes TYPES = EntityTypes.load();
  private static final EntityType ITEM =
      TYPES.find(UUID.fromString("0cb79a4c-f7eb-4941-a104-745224ae0292")).orElseThrow();

  private static @Nullable Connection connection;
  private static short tenant;
  private static short other;

  @BeforeAll
  static void fill() throws SQLException {
    Connection opened = Tenants.migrated().connect();
    connection = opened;
    tenant = Tenants.add(opened, "one");
    other = Tenants.add(opened, "other");
    opened.setAutoCommit(false);
    RandomInventory.fill(opened, tenant, new Random(SEED), 1_000);
    opened.commit();
    opened.setAutoCommit(true);
    execute("analyze");
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
  void requiredFieldsAreNeverNull() throws SQLException {
    Set<String> columns = columns("");
    Set<String> notNull = columns("and is_nullable = 'NO'");
    for (EntityType type : TYPES.all()) {
      for (Source source : type.sources()) {
        assertThat(notNull).contains(source.table() + ".tenant", source.table() + ".id");
        if (source.from() != null && !source.optional()) {
          assertThat(notNull).contains(table(type, source.from()) + "." + source.key());
        }
      }
      for (Field field : type.fields()) {
        assertThat(field.required() ? notNull : columns)
            .as(type.name() + "." + field.name())
            .contains(table(type, field.source()) + "." + field.column());
      }
    }
  }

  @Test
  void tableAndDescriptionHaveTheSameStatuses() throws SQLException {
    String check =
        strings(
                "select pg_get_constraintdef(oid) from pg_constraint where conname ="
                    + " 'item_status_check'")
            .getFirst();
    List<String> allowed =
        Pattern.compile("'([^']*)'")
            .matcher(check)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(ITEM.field("item_status").orElseThrow().values())
        .containsExactlyInAnyOrderElementsOf(allowed);
  }

  @Test
  void referencesStayWithinTheTenant() {
    assertThatThrownBy(() ->
            execute(
                """
                insert into holdings
                select %d, id, hrid, instance_id, permanent_location_id, call_number, created_date, updated_date, 1
                from holdings where tenant = %d limit 1\
                """
                    .formatted(other, tenant)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("holdings_tenant_instance_id_fkey");
  }

  @Test
  void barcodesAreUniqueIgnoringCaseWithinATenant() {
    assertThatThrownBy(() ->
            execute(
                """
                update item set barcode = case id when '%s' then 'same' else 'SAME' end
                where tenant = %d and id in ('%s', '%s')\
                """
                    .formatted(new UUID(6, 1), tenant, new UUID(6, 1), new UUID(6, 2))))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("item_barcode");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\": {\"$eq\": \"00000000-0000-0006-0000-000000000001\"}}|item_pkey",
        "{\"item_barcode\": {\"$eq\": \"Cat7\"}}|item_barcode",
        "{\"item_barcode\": {\"$starts_with\": \"Cat7\"}}|item_barcode",
        "{\"item_barcode\": {\"$in\": [\"Cat7\", \"dog8\"]}}|item_barcode",
        "{\"item_hrid\": {\"$eq\": \"It7\"}}|item_hrid",
        "{\"item_hrid\": {\"$starts_with\": \"It7\"}}|item_hrid",
        "{\"item_status\": {\"$eq\": \"on order\"}}|item_status",
        "{\"item_status\": {\"$in\": [\"on order\", \"Paged\"]}}|item_status",
        "{\"item_level_call_number\": {\"$starts_with\": \"the c\"}}|item_call_number",
        "{\"holdings_id\": {\"$eq\": \"00000000-0000-0005-0000-000000000001\"}}|item_holdings",
        "{\"instance_id\": {\"$eq\": \"00000000-0000-0004-0000-000000000001\"}}|holdings_instance",
        "{\"instance_hrid\": {\"$eq\": \"In7\"}}|instance_hrid",
        "{\"item_effective_location_id\": {\"$eq\":"
            + " \"00000000-0000-0009-0000-000000000001\"}}|item_effective_location",
        "{\"item_material_type_id\": {\"$eq\":"
            + " \"00000000-0000-0009-0000-000000000001\"}}|item_material_type",
        "{\"item_created_date\": {\"$eq\": \"2020-01-01\"}}|item_created_date",
        "{\"item_created_date\": {\"$lt\": \"2020-01-01\"}}|item_created_date",
        "{\"item_created_date\": {\"$in\": [\"2020-01-01\", \"2020-01-03\"]}}|item_created_date",
      })
  void theDocumentedIndexServesTheField(String fql, String index) throws SQLException {
    IdQuery query = IdQuery.of(ITEM, FqlReader.read(fql, ITEM), tenant);
    CopyQuery copy = CopyQuery.of(query);
    connection().setAutoCommit(false);
    try {
      // For so few rows a sequential scan would be right; the test is whether the index can be
      // used.
      execute("set local enable_seqscan = off");
      assertPlan(query, index);
      copy.setValues(connection());
      assertPlan(new IdQuery(copy.sql(), List.of()), index);
    } finally {
      connection().rollback();
      connection().setAutoCommit(true);
    }
  }

  // What the field is compared with must be in the index's condition, for every index begins with
  // the tenant.
  private static void assertPlan(IdQuery query, String index) {
    List<String> plan =
        DatabaseClient.on(connection())
            .sql("explain (costs off) " + query.sql())
            .params(query.binds())
            .query((line, _) -> line.getString(1))
            .list();
    assertThat(String.join("\n", plan))
        .containsPattern(
            "(using|Bitmap Index Scan on) " + index + "\\b.*\\n *Index Cond: \\(.* AND .*");
  }

  /** Whatever expression passes the check, PostgreSQL takes it. */
  @Test
  void acceptedExpressionsAreValidInTheDatabase() throws SQLException {
    Random random = new Random(SEED);
    int taken = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
      String expression = expression(random);
      if (passes(expression)) {
        taken++;
        try (PreparedStatement match = connection().prepareStatement("select 'x' ~* ?")) {
          match.setString(1, expression);
          match.executeQuery();
        } catch (SQLException e) {
          throw new AssertionError(expression + " (seed " + SEED + ")", e);
        }
      }
    }
    assertThat(taken).isBetween(EXPRESSIONS / 50, EXPRESSIONS - EXPRESSIONS / 50);
  }

  private boolean passes(String expression) {
    try {
      String quoted = expression.replace("\\", "\\\\").replace("\"", "\\\"");
      FqlReader.read("{\"item_hrid\": {\"$regex\": \"" + quoted + "\"}}", ITEM);
      return true;
    } catch (InvalidQuery refused) {
      return false;
    }
  }

  private static String expression(Random random) {
    String[] pieces = {
      "a", "B", "ß", "日", ".", "\\.", "\\-", "\\_", "\\<", "\\\\", "\\d", "\\w", "\\s", "\\b", "[",
          "]", "[ab]", "[^x]",
      "[a-z]", "[\\]]", "(", ")", "(a|b)", "|", "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "^",
          "$", "-", ",", "{",
      "}", "(^)", "($)", "<", ">", "=", ":", "\"", "'"
    };
    StringBuilder expression = new StringBuilder();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      expression.append(pieces[random.nextInt(pieces.length)]);
    }
    return expression.toString();
  }

  private static String table(EntityType type, String alias) {
    return type.sources().stream()
        .filter(source -> source.alias().equals(alias))
        .map(Source::table)
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> columns(String which) throws SQLException {
    return new HashSet<>(
        strings(
            """
            select table_name || '.' || column_name from information_schema.columns
            where table_schema = 'public' %s\
            """
                .formatted(which)));
  }

  private static List<String> strings(String sql) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    }
    return strings;
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.execute(sql);
    }
  }
}
