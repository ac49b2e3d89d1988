package org.reprise.cps.payload;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes data nodes as JSON. Versions 1 and 2 of the API name nodes as ONAP CPS does: the topmost
 * with the prefix of its module, those below plainly. Version 3 is RFC 7951 throughout. What is
 * written can be sent back in either.
 */
public final class JsonText {
  private static final JsonMapper JSON = JsonMapper.shared();

  public enum Names {
    /** As ONAP CPS: the topmost with its prefix, the others plainly, unless namesakes need more. */
    ONAP,
    /** As ONAP CPS in delta reports: all plainly, unless namesakes need more. */
    PLAIN,
    /** As RFC 7951, section 4: with the module's name at the top and where the module changes. */
    RFC_7951
  }

  private final YangSchema schema;
  private final Names names;

  public JsonText(YangSchema schema, Names names) {
    this.schema = schema;
    this.names = names;
  }

  /** One node as an object with one member: version 1. */
  public String object(DataNode node) {
    return write(json -> writeAlone(json, node));
  }

  /** Nodes as an array of objects with one member each: version 2. */
  public String array(List<DataNode> nodes) {
    return write(json -> {
      json.writeStartArray();
      nodes.forEach(node -> writeAlone(json, node));
      json.writeEndArray();
    });
  }

  /** Siblings as one object, list entries as arrays in it: version 3. */
  public String merged(List<DataNode> nodes) {
    return write(json -> {
      json.writeStartObject();
      Map<SchemaNode, List<DataNode>> grouped = new LinkedHashMap<>();
      nodes.forEach(
          node -> grouped.computeIfAbsent(schemaOf(node), s -> new ArrayList<>()).add(node));
      grouped.forEach((kind, group) -> writeGroup(json, kind, topName(kind), group));
      json.writeEndObject();
    });
  }

  /** Writes one node as an object into a larger document. */
  public void writeAlone(JsonGenerator json, DataNode node) {
    SchemaNode kind = schemaOf(node);
    json.writeStartObject();
    json.writeName(topName(kind));
    writeContent(json, kind, node);
    json.writeEndObject();
  }

  public static String write(Consumer<JsonGenerator> content) {
    StringWriter text = new StringWriter(1_024);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      content.accept(json);
    }
    return text.toString();
  }

  private SchemaNode schemaOf(DataNode node) {
    return schema.locate(node.xpath()).schema();
  }

  private void writeGroup(JsonGenerator json, SchemaNode kind, String name, List<DataNode> group) {
    json.writeName(name);
    if (kind.kind() == SchemaNode.Kind.LIST) {
      json.writeStartArray();
      group.forEach(node -> writeContent(json, kind, node));
      json.writeEndArray();
    } else {
      group.forEach(node -> writeContent(json, kind, node));
    }
  }

  private void writeContent(JsonGenerator json, SchemaNode kind, DataNode node) {
    json.writeStartObject();
    node.leaves()
        .forEach((leaf, value) -> {
          json.writeName(nameOf(kind.child(leaf), leaf));
          json.writePOJO(value);
        });
    Map<String, List<DataNode>> groups = new LinkedHashMap<>();
    node.children().forEach(c -> groups.computeIfAbsent(c.name(), n -> new ArrayList<>()).add(c));
    groups.forEach((name, group) -> {
      SchemaNode child = kind.child(name);
      // Of an older revision of a module, which once counted as part of the schema.
      if (child != null) {
        writeGroup(json, child, nameOf(child, name), group);
      }
    });
    json.writeEndObject();
  }

  private String topName(SchemaNode kind) {
    return switch (names) {
      case ONAP -> kind.prefixedName();
      case PLAIN -> kind.plainName();
      case RFC_7951 -> kind.qualifiedName();
    };
  }

  private String nameOf(@Nullable SchemaNode child, String name) {
    if (child == null) {
      return name;
    }
    return switch (names) {
      case ONAP, PLAIN -> child.plainName();
      case RFC_7951 -> child.startsModule() ? child.qualifiedName() : child.localName();
    };
  }
}
