package org.reprise.lists.inventory;

import static org.reprise.lists.web.Violations.INVALID;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Types;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.lists.row.Uuids;
import org.reprise.lists.search.Resource;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.web.StrictScalars;
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
import org.springframework.util.StringUtils;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stores, replaces and deletes records, each in a transaction of the writer. */
@Component
public final class InventoryRecords implements OpenApiCustomizer {
  private static final int MAX_HRID = 200;
  // The types of a member; other ones are the values of one that has a few, such as "Days|Weeks".
  private static final Pattern TYPES = Pattern.compile("string|boolean|number|array|object");
  private static final String CHECK = "23514";
  private static final String DUPLICATE = "23505";
  private static final Pattern VALUE = Pattern.compile("=\\(\\d+, (.*)\\) (?:is|already) ");
  private static final String AFFIXES = "^%s_(?:tenant_)?|_?(?:fkey|pkey|check)$";
  private static final Map<String, String> TABLES =
      Map.of(
          "Instance", "instance",
          "Holdings", "holdings",
          "Item", "item",
          "ItemRecord", "item",
          "User", "app_user");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final DatabaseClient database;
  private final Map<String, Map<String, String>> details;

  /** Reads the names and types of members without a column from a file. */
  InventoryRecords(
      DatabaseClient database,
      @Value("classpath:inventory/details.json") org.springframework.core.io.Resource file)
      throws IOException {
    this.database = database;
    this.details = JSON.readValue(file.getInputStream(), new TypeReference<>() {});
  }

  /** Describes the members without a column beside the others. */
  @Override
  public void customise(OpenAPI api) {
    var schemas = api.getComponents().getSchemas();
    TABLES.forEach((name, table) -> describe(Objects.requireNonNull(schemas.get(name)), table));
    var common = Objects.requireNonNull(schemas.remove("ReferenceRecord")).getProperties();
    ReferenceController.kinds()
        .forEach(kind -> {
          Schema<?> schema = new ObjectSchema().properties(new LinkedHashMap<>(common));
          describe(schema, kind[1]);
          String name =
              StringUtils.capitalize(JdbcUtils.convertUnderscoreNameToPropertyName(kind[1]));
          schemas.put(name, schema);
          api.getPaths()
              .forEach((path, item) -> {
                if (path.replace("/{id}", "").equals(kind[0])) {
                  item.readOperations().forEach(operation -> refer(operation, name));
                }
              });
        });
  }

  private void describe(Schema<?> schema, String table) {
    schema.getProperties().remove("members");
    types(table)
        .forEach((path, type) -> {
          if (!path.contains(".")) {
            schema.addProperty(path, described(type.replace("!", "")));
          }
        });
  }

  private static void refer(Operation operation, String schema) {
    Stream.concat(
            Stream.ofNullable(operation.getRequestBody()).map(RequestBody::getContent),
            operation.getResponses().values().stream().map(ApiResponse::getContent))
        .flatMap(content -> content == null ? Stream.of() : content.values().stream())
        .filter(body -> String.valueOf(body.getSchema().get$ref()).endsWith("/ReferenceRecord"))
        .forEach(body -> body.setSchema(new Schema<>().$ref(schema)));
  }

  private static Schema<?> described(String type) {
    String plain = TYPES.matcher(type).matches() || type.equals("integer") ? type : "string";
    return type.equals("uuid") ? new UUIDSchema() : new Schema<>().type(plain).types(Set.of(plain));
  }

  Map<String, String> types(String table) {
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
    String hrid =
        entry.needsVersion() && entry.hrid() == null ? number(tenant, resource.table()) : null;
    return write(
        resource,
        () -> {
          Map<String, @Nullable Object> columns = columns(entry, tenant, id);
          if (hrid != null) {
            columns.put("hrid", hrid);
          }
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

  // In a transaction of its own: a number is not given twice, also where its record is refused.
  // Records that came with their own numbers may have the next million: each step is longer.
  private String number(Tenant tenant, String table) {
    String next =
        """
        with next as (
          insert into record_number as n (tenant, kind, last) values (:tenant, :kind, :step)
          on conflict (tenant, kind) do update set last = n.last + :step returning last)
        select last from next where not exists (
          select from %1$s
          where tenant = :tenant and lower(hrid) = '%1$.2s' || to_char(last, 'FM00000000000'))\
        """
            .formatted(table);
    return database.inTransaction(() -> {
      Optional<Long> free = Optional.empty();
      for (long step = 1; free.isEmpty(); step *= 2) {
        Map<String, ?> values =
            Map.of("tenant", tenant.number(), "kind", table, "step", Math.max(1, step / 2));
        free = database.sql(next).params(values).query(Long.class).optional();
      }
      return "%s%011d".formatted(table.substring(0, 2), free.get());
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
        new Violations().same("id", entry.id(), id, "The body is another record's");
    if (entry.needsVersion()) {
      violations.required("_version", entry.version());
    }
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
        .members()
        .forEach((name, value) -> {
          if (!types.containsKey(name)) {
            throw refusal(name, "is not known; known are also " + new TreeSet<>(types.keySet()));
          }
          String text = value.toString();
          // PostgreSQL's texts hold neither.
          if (text.contains("\\u0000") || StrictScalars.hasLoneSurrogate(text)) {
            throw refusal(name, "holds a NUL or half of a surrogate pair");
          }
          violations
              .about(name, "")
              .addIf(hasExtreme(value), INVALID, "'%s' has a number beyond 1E308".formatted(name));
        });
    JsonNode members = JSON.valueToTree(entry.members());
    types.forEach((path, type) -> {
      JsonNode value = members.at("/" + path.replace('.', '/'));
      String plain = type.replace("!", "");
      if (!value.isMissingNode() && !isOf(plain, value)) {
        throw refusal(path, "must be " + expected(plain));
      }
      if (!plain.equals(type)) {
        String text = value.stringValue(value.isMissingNode() || value.isNull() ? null : "-");
        violations.required(path, text);
        if (!plain.equals("text")) {
          violations.text(path, text, MAX_HRID);
        }
      }
      if (plain.equals("text")) {
        violations.comment(path, value.stringValue(null));
      }
      if (plain.equals("time")) {
        violations.time(path, StrictScalars.time(value.stringValue("")));
      }
    });
    violations.text("hrid", entry.hrid(), MAX_HRID);
    entry.check(violations);
  }

  // A number that no double has: most readers take it for infinity or zero, and PostgreSQL writes
  // all of its digits.
  private static boolean hasExtreme(JsonNode value) {
    BigDecimal number = value.isNumber() ? value.decimalValue() : BigDecimal.ZERO;
    double rounded = number.doubleValue();
    return Double.isInfinite(rounded)
        || rounded == 0 && number.signum() != 0
        || value.valueStream().anyMatch(InventoryRecords::hasExtreme);
  }

  private static boolean isOf(String type, JsonNode value) {
    if (value.isNull()) {
      return !type.equals("boolean");
    }
    return switch (type) {
      case "uuid" -> Uuids.parse(value.asString("")) != null;
      case "time" -> value.isString() && StrictScalars.time(value.asString()) != null;
      case "text" -> value.isString();
      case "integer" ->
          value.canConvertToInt() && value.isIntegralNumber() && value.intValue() >= 0;
      default ->
          TYPES.matcher(type).matches()
              ? value.getNodeType().name().toLowerCase(Locale.ROOT).equals(type)
              : value.isString() && List.of(type.split("\\|")).contains(value.asString());
    };
  }

  private static String expected(String type) {
    return switch (type) {
      case "integer" -> "a whole number of 32 bits, 0 or more";
      case "time" -> "a time with its offset, such as 2026-11-22T10:00:00Z";
      case "text" -> "a string";
      case "uuid" -> "a UUID";
      default -> TYPES.matcher(type).matches() ? "of the type " + type : "one of " + type;
    };
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
    String json = JSON.writeValueAsString(entry.members());
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
      if (String.valueOf(DatabaseFault.sqlState(e)).matches("2200[789]")) {
        throw new Violations()
            .add(INVALID, "A time is beyond what can be stored", "", "")
            .refusal();
      }
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
    if (CHECK.equals(violation.getSQLState()) && !constraint.endsWith("_check")) {
      String reason =
          constraint.equals("record")
              ? "The record has more than 100000 characters as it is stored"
              : "'%s' is not possible".formatted(constraint);
      return new Violations().add(INVALID, reason, constraint, "").refusal();
    }
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
            .add(
                (column.isEmpty() ? key : column).toUpperCase(Locale.ROOT) + "_NOT_UNIQUE",
                taken(key, table, value),
                key,
                value)
            .refusal()
        : new Violations().add(INVALID, "There is no such " + what, key, value).refusal();
  }

  private static String taken(String key, String table, String value) {
    if (table.equals("app_user")) {
      String what = key.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
      return "User with this %s already exists".formatted(what);
    }
    return key.equals("barcode")
        ? "Barcode must be unique, %s is already assigned to another item".formatted(value)
        : "%s value already exists in table %s: %s"
            .formatted(key.equals("hrid") ? "HRID" : key, table, value);
  }
}
