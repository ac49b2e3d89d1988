package org.reprise.lists.row;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.util.ClassUtils;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.POJONode;
import tools.jackson.databind.util.RawValue;

/**
 * Makes records of rows, by names: the component {@code dueDate} is read from the column {@code
 * due_date}, and {@code lastName} of a record in the component {@code borrower} from {@code
 * borrower_last_name}. Columns without a component are ignored.
 *
 * <p>Spring's mappers make no records in records, and read neither {@link Instant}s nor lists and
 * JSON of PostgreSQL's. They look for {@code dueDate} first, by an exception of the driver's for
 * each such column of each row: a row of ten columns took 50 µs instead of 1.6 µs, both by code of
 * the JVM's first compiler.
 *
 * @param <T> the record, whose components are texts, lists of texts, numbers, flags, constants,
 *     UUIDs, {@link Instant}s, JSON, maps of JSON that is only written again, or records of such;
 *     those that are not {@link Nullable} must have a value in every row. A record that may be null
 *     is null where its first component is
 */
public final class RecordMapper<T extends Record> implements RowMapper<T> {
  // Numbers are written as they are stored, digit by digit.
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private static final Map<Class<?>, RecordMapper<?>> MAPPERS = new ConcurrentHashMap<>();

  private final Constructor<T> constructor;
  private final List<Component> components;
  private final String first;

  private RecordMapper(Class<T> type, String prefix) {
    RecordComponent[] all = type.getRecordComponents();
    this.constructor = BeanUtils.getResolvableConstructor(type);
    this.first = column(prefix, all[0]);
    this.components = Arrays.stream(all).map(one -> component(one, column(prefix, one))).toList();
  }

  /** Returns the mapper to records of a type, the same at each call. */
  @SuppressWarnings("unchecked")
  public static <T extends Record> RecordMapper<T> of(Class<T> type) {
    return (RecordMapper<T>) MAPPERS.computeIfAbsent(type, _ -> new RecordMapper<>(type, ""));
  }

  private interface Component {
    @Nullable Object read(ResultSet row) throws SQLException;
  }

  private static String column(String prefix, RecordComponent component) {
    return prefix + JdbcUtils.convertPropertyNameToUnderscoreName(component.getName());
  }

  private static Component component(RecordComponent component, String column) {
    Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(component.getType());
    if (type.isRecord()) {
      RecordMapper<?> inner = new RecordMapper<>(type.asSubclass(Record.class), column + "_");
      return isNullable(component) ? inner::mapOrNull : row -> inner.mapRow(row, 0);
    }
    return isNullable(component)
        ? row -> value(row, column, type)
        : row -> Objects.requireNonNull(value(row, column, type), column);
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static @Nullable Object value(ResultSet row, String column, Class<?> type)
      throws SQLException {
    if (type == Instant.class) {
      OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
      return time == null ? null : time.toInstant();
    }
    if (type == List.class) {
      Array texts = row.getArray(column);
      return texts == null ? null : List.of((String[]) texts.getArray());
    }
    if (type == Map.class) {
      String json = row.getString(column);
      return json == null ? null : members(json);
    }
    if (type == JsonNode.class) {
      return JSON.readTree(row.getString(column));
    }
    if (type.isEnum()) {
      return DefaultConversionService.getSharedInstance().convert(row.getString(column), type);
    }
    return row.getObject(column, type);
  }

  // The values are kept as texts: as trees, 25,000 empty objects of a record take 2 MB.
  private static Map<String, JsonNode> members(String json) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    JSON.readTree(json)
        .forEachEntry((name, value) ->
            members.put(name, new POJONode(new RawValue(JSON.writeValueAsString(value)))));
    return members;
  }

  private @Nullable T mapOrNull(ResultSet row) throws SQLException {
    return row.getObject(first) == null ? null : mapRow(row, 0);
  }

  @Override
  public T mapRow(ResultSet row, int number) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = components.get(i).read(row);
    }
    return BeanUtils.instantiateClass(constructor, values);
  }
}
