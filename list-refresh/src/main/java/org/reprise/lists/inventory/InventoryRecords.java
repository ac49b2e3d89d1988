package org.reprise.lists.inventory;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Types;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.reprise.lists.row.Uuids;
import org.reprise.lists.search.Resource;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.web.UnprocessableRequest;
import org.reprise.lists.web.Violations;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stores, replaces and deletes records, each in a transaction of the writer. */
@Component
final class InventoryRecords implements OpenApiCustomizer {
  private static final int MAX_HRID = 200;
  private static final String DUPLICATE = "23505";
  private static final Pattern VALUE = Pattern.compile("=\\(\\d+, (.*)\\) (?:is|already) ");
  private static final String AFFIXES = "^%s_(?:tenant_)?|_?(?:fkey|pkey|check)$";
  private static final Map<String, String> TABLES =
      Map.of("Instance", "instance", "Holdings", "holdings", "Item", "item", "ItemRecord", "item");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DatabaseClient database;
  private final Map<String, Map<String, String>> details;

  /** Reads the names and types of members without a column from a file. */
  InventoryRecords(
      Split split,
      @Value("classpath:inventory/details.json") org.springframework.core.io.Resource file)
      throws IOException {
    this.database = split.client();
    try (InputStream json = file.getInputStream()) {
      this.details = JSON.readValue(json, new TypeReference<>() {});
    }
  }

  /** Describes the members without a column beside the others. */
  @Override
  public void customise(OpenAPI api) {
    TABLES.forEach((name, table) -> {
      Schema<?> schema = Objects.requireNonNull(api.getComponents().getSchemas().get(name), name);
      schema.getProperties().remove("details");
      types(table).forEach((member, type) -> schema.addProperty(member, described(type)));
    });
  }

  private static Schema<?> described(String type) {
    return type.equals("uuid") ? new UUIDSchema() : new Schema<>().type(type).types(Set.of(type));
  }

  private Map<String, String> types(String table) {
    return details.getOrDefault(table, Map.of());
  }

  /**
   * Stores a new record.
   *
   * @return the record as it is read, with its id and number
   * @throws Refusal 400 for unknown members
   * @throws UnprocessableRequest where values are missing, impossible or taken
   */
  <T extends InventoryRecord<T>> T create(Resource<T> resource, Tenant tenant, T entry) {
    Violations violations = new Violations();
    check(resource, entry, violations);
    entry.checkChange(null, violations);
    violations.throwIfAny();
    UUID id = Objects.requireNonNullElseGet(entry.id(), UUID::randomUUID);
    return write(
        resource,
        () -> {
          Map<String, @Nullable Object> columns = columns(entry, tenant, id);
          String names = String.join(", ", columns.keySet());
          String values = assignments(columns, "");
          execute(
              "insert into %s (tenant, id, %s) values (:tenant, :id, %s)"
                  .formatted(resource.table(), names, values),
              columns,
              tenant,
              id);
          return read(resource, tenant, id);
        });
  }

  /**
   * Replaces a record.
   *
   * @throws Refusal 404 for an unknown id, 409 where it was changed since the caller has read it
   * @throws UnprocessableRequest where values are missing, impossible or taken
   */
  <T extends InventoryRecord<T>> void replace(
      Resource<T> resource, Tenant tenant, UUID id, T entry) {
    Violations violations =
        new Violations()
            .required("_version", entry.version())
            .same("id", entry.id(), id, "The body is another record's");
    check(resource, entry, violations);
    violations.throwIfAny();
    write(
        resource,
        () -> {
          // Before the lock: what a record refers to is locked first, as where that changes.
          Map<String, @Nullable Object> columns = columns(entry, tenant, id);
          lock(resource, tenant, id);
          T stored = read(resource, tenant, id);
          Refusal.requireVersion(
              resource.name(), id, Objects.requireNonNull(stored.version()), entry.version());
          checkChange(stored, entry);
          execute(
              """
              update %s set version = version + 1, updated_date = now(), %s
              where tenant = :tenant and id = :id\
              """
                  .formatted(resource.table(), assignments(columns, "%s = ")),
              columns,
              tenant,
              id);
          entry.changeDependents(database.jdbc(), tenant, id);
          return stored;
        });
  }

  /** Deletes a record; throws Refusal 404 for an unknown id, 400 where others refer to it. */
  void delete(Resource<?> resource, Tenant tenant, UUID id) {
    String sql = "delete from %s where tenant = ? and id = ?".formatted(resource.table());
    int deleted = write(resource, () -> database.sql(sql).params(tenant.number(), id).update());
    if (deleted == 0) {
      throw Refusal.notFound(resource.name(), "id", id);
    }
  }

  private void check(Resource<?> resource, InventoryRecord<?> entry, Violations violations) {
    Map<String, String> types = types(resource.table());
    entry
        .details()
        .forEach((name, value) -> {
          String type = types.get(name);
          if (type == null) {
            throw refusal(name, "is not known; known are also " + new TreeSet<>(types.keySet()));
          }
          if (!isOf(type, value)) {
            throw refusal(name, "must be of the type " + type);
          }
          String text = value.toString();
          // PostgreSQL's texts hold neither.
          if (text.contains("\\u0000")
              || text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
            throw refusal(name, "holds a NUL or half of a surrogate pair");
          }
        });
    violations.text("hrid", entry.hrid(), MAX_HRID);
    entry.check(violations);
  }

  private static boolean isOf(String type, JsonNode value) {
    if (value.isNull()) {
      return !type.equals("boolean");
    }
    return type.equals("uuid")
        ? Uuids.parse(value.asString("")) != null
        : value.getNodeType().name().toLowerCase(Locale.ROOT).equals(type);
  }

  private static Refusal refusal(String member, String reason) {
    return new Refusal(
        HttpStatus.BAD_REQUEST,
        Refusal.INVALID_REQUEST,
        "'%s' %s".formatted(member, reason),
        new Parameter("path", member));
  }

  private static <T extends InventoryRecord<T>> void checkChange(T stored, T entry) {
    Violations violations = new Violations();
    violations
        .about("hrid", entry.hrid())
        .addIf(
            entry.hrid() != null && !entry.hrid().equals(stored.hrid()),
            "HRID_CHANGED",
            "The hrid cannot be changed");
    entry.checkChange(stored, violations);
    violations.throwIfAny();
  }

  private Map<String, @Nullable Object> columns(InventoryRecord<?> entry, Tenant tenant, UUID id) {
    Map<String, @Nullable Object> columns =
        new HashMap<>(entry.columns(database.jdbc(), tenant, id));
    String json = JSON.writeValueAsString(entry.details());
    columns.put("details", new SqlParameterValue(Types.OTHER, json));
    if (entry.hrid() != null) {
      columns.put("hrid", entry.hrid());
    }
    return columns;
  }

  private static String assignments(Map<String, @Nullable Object> columns, String before) {
    return columns.keySet().stream()
        .map(column -> before.formatted(column) + ":" + column)
        .collect(Collectors.joining(", "));
  }

  private void execute(String sql, Map<String, @Nullable Object> columns, Tenant tenant, UUID id) {
    database.sql(sql).params(columns).param("tenant", tenant.number()).param("id", id).update();
  }

  private void lock(Resource<?> resource, Tenant tenant, UUID id) {
    String sql = "select id from %s where tenant = ? and id = ? for no key update";
    database
        .sql(sql.formatted(resource.table()))
        .params(tenant.number(), id)
        .query(UUID.class)
        .optional();
  }

  private <T> T read(Resource<T> resource, Tenant tenant, UUID id) {
    return resource
        .find(database.jdbc(), tenant, id)
        .orElseThrow(() -> Refusal.notFound(resource.name(), "id", id));
  }

  private <R> R write(Resource<?> resource, Supplier<R> statements) {
    try {
      return database.inTransaction(statements);
    } catch (DataIntegrityViolationException e) {
      throw NestedExceptionUtils.getMostSpecificCause(e) instanceof PSQLException fault
              && fault.getServerErrorMessage() instanceof ServerErrorMessage violation
              && violation.getConstraint() instanceof String constraint
          ? refused(violation, constraint, resource.table())
          : e;
    }
  }

  // By the names that PostgreSQL gives to constraints, such as item_tenant_material_type_id_fkey.
  private static RuntimeException refused(
      ServerErrorMessage violation, String constraint, String table) {
    Matcher detail = VALUE.matcher(String.valueOf(violation.getDetail()));
    String value = detail.find() ? detail.group(1) : "";
    if (!table.equals(violation.getTable())) {
      return new Refusal(
          HttpStatus.BAD_REQUEST,
          "still.referenced",
          "Cannot delete %s.id = %s because id is still referenced from table %s."
              .formatted(table, value, violation.getTable()),
          new Parameter("id", value));
    }
    String column = constraint.replaceAll(AFFIXES.formatted(table), "");
    String key = column.isEmpty() ? "id" : JdbcUtils.convertUnderscoreNameToPropertyName(column);
    String what = column.replaceFirst("_id$", "").replace('_', ' ');
    return DUPLICATE.equals(violation.getSQLState())
        ? new Violations()
            .add(key.toUpperCase(Locale.ROOT) + "_NOT_UNIQUE", taken(key, table, value), key, value)
            .refusal()
        : new Violations()
            .add(Violations.INVALID, "There is no such " + what, key, value)
            .refusal();
  }

  private static String taken(String key, String table, String value) {
    return key.equals("barcode")
        ? "Barcode must be unique, %s is already assigned to another item".formatted(value)
        : "%s value already exists in table %s: %s"
            .formatted(key.equals("hrid") ? "HRID" : key, table, value);
  }
}
