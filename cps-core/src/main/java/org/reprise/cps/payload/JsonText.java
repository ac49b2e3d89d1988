package org.reprise.cps.payload;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
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

  /** Characters that are written before they are counted. */
  private static final int STEP = 64 * 1024;

  private final YangSchema schema;
  private final Names names;
  private final LongConsumer memory;
  private int added;

  /** Counts by how much names are longer than the stored ones, which count where they are read. */
  public JsonText(YangSchema schema, Names names, LongConsumer memory) {
    this.schema = schema;
    this.names = names;
    this.memory = memory;
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
    writeName(json, kind, topName(kind));
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
    return schema.locate(node.xpath().text()).schema();
  }

  private void writeGroup(JsonGenerator json, SchemaNode kind, String name, List<DataNode> group) {
    writeName(json, kind, name);
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
          SchemaNode child = kind.storedChild(leaf);
          writeName(json, child, nameOf(child));
          json.writePOJO(value);
        });
    Map<String, List<DataNode>> groups = new LinkedHashMap<>();
    node.children().forEach(c -> groups.computeIfAbsent(c.name(), n -> new ArrayList<>()).add(c));
    groups.forEach((name, group) -> {
      SchemaNode child = kind.storedChild(name);
      writeGroup(json, child, nameOf(child), group);
    });
    json.writeEndObject();
  }

  // A module's name before those of many leafs may be most of the text.
  private void writeName(JsonGenerator json, SchemaNode kind, String name) {
    json.writeName(name);
    added += name.length() - kind.name().length();
    if (added > STEP) {
      memory.accept(added);
      added = 0;
    }
  }

  private String topName(SchemaNode kind) {
    return switch (names) {
      case ONAP -> kind.prefixedName();
      case PLAIN -> kind.plainName();
      case RFC_7951 -> kind.qualifiedName();
    };
  }

  private String nameOf(SchemaNode child) {
    return switch (names) {
      case ONAP, PLAIN -> child.plainName();
      case RFC_7951 -> child.startsModule() ? child.qualifiedName() : child.localName();
    };
  }
}
