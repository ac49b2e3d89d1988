package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the JSON schema of run.json from the records that are written to it. */
final class RunSchema {
  private final JsonMapper json = JsonMapper.shared();
  private final ObjectNode definitions = json.createObjectNode();

  /** The whole schema as text. */
  static String text() {
    return new RunSchema().whole();
  }

  private String whole() {
    ObjectNode schema = json.createObjectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "run.json of Reprise, schema version " + RunRecord.SCHEMA_VERSION);
    schema.put("$ref", reference(RunRecord.class).path("$ref").stringValue());
    schema.set("$defs", definitions);
    return json.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
  }

  private ObjectNode reference(Class<?> type) {
    String name = type.getName().replaceAll(".*\\.", "").replace("$", ".");
    if (!definitions.has(name)) {
      definitions.putObject(name);
      definitions.set(name, type.isRecord() ? ofRecord(type) : ofSealed(type));
    }
    return json.createObjectNode().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode ofSealed(Class<?> type) {
    ObjectNode schema = json.createObjectNode();
    ArrayNode any = schema.putArray("oneOf");
    for (Class<?> sub : records(type).toList()) {
      ObjectNode one = ofRecord(sub);
      String name = sub.getAnnotation(JsonTypeName.class).value();
      ((ObjectNode) one.path("properties")).putObject("model").put("const", name);
      ((ArrayNode) one.path("required")).add("model");
      any.add(one);
    }
    return schema;
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Stream.of(type.getPermittedSubclasses()).flatMap(RunSchema::records);
  }

  private ObjectNode ofRecord(Class<?> type) {
    ObjectNode schema = json.createObjectNode();
    JsonFormat format = type.getAnnotation(JsonFormat.class);
    if (format != null && format.shape() == JsonFormat.Shape.ARRAY) {
      schema.put("type", "array");
      ArrayNode items = schema.putArray("prefixItems");
      Stream.of(type.getRecordComponents()).forEach(it -> items.add(of(it.getGenericType())));
      return schema;
    }
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (RecordComponent component : type.getRecordComponents()) {
      properties.set(component.getName(), of(component.getGenericType()));
      if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        required.add(component.getName());
      }
    }
    return schema;
  }

  private ObjectNode of(Type type) {
    ObjectNode schema = json.createObjectNode();
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (generic.getRawType() == List.class) {
        schema.put("type", "array").set("items", of(last));
      } else if (generic.getRawType() == Map.class) {
        schema.put("type", "object").set("additionalProperties", of(last));
      }
      return schema;
    }
    Class<?> plain = (Class<?>) type;
    if (plain == String.class) {
      return schema.put("type", "string");
    } else if (plain == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    } else if (plain == boolean.class || plain == Boolean.class) {
      return schema.put("type", "boolean");
    } else if (List.of(int.class, long.class, Integer.class, Long.class).contains(plain)) {
      return schema.put("type", "integer");
    } else if (plain == double.class || plain == Double.class) {
      return schema.put("type", "number");
    } else if (plain.isEnum()) {
      ArrayNode words = schema.putArray("enum");
      Stream.of(plain.getEnumConstants()).forEach(it -> words.add(word((Enum<?>) it)));
      return schema;
    }
    return plain == Object.class ? schema : reference(plain);
  }

  private static String word(Enum<?> it) {
    try {
      JsonProperty named =
          it.getDeclaringClass().getField(it.name()).getAnnotation(JsonProperty.class);
      return named == null ? it.toString() : Objects.requireNonNull(named).value();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
