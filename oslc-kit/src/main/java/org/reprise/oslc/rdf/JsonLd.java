package org.reprise.oslc.rdf;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes long documents as JSON-LD 1.1, in time that grows with their length. The usual processor
 * compares each value of a property with all before it: ten thousand take seconds.
 */
final class JsonLd {
  private static final JsonFactory JSON = new JsonFactory();

  private final Map<String, String> prefixes;
  private final Map<String, String> byNamespace;
  private final Map<Node, Map<Node, List<Node>>> subjects = new LinkedHashMap<>();
  private final Map<Node, String> blanks = new LinkedHashMap<>();

  private JsonLd(Statements statements, Map<String, String> prefixes) {
    this.prefixes = prefixes;
    this.byNamespace = new LinkedHashMap<>();
    prefixes.forEach((prefix, namespace) -> byNamespace.put(namespace, prefix));
    for (Triple triple : statements.triples()) {
      subjects
          .computeIfAbsent(triple.getSubject(), subject -> new LinkedHashMap<>())
          .computeIfAbsent(triple.getPredicate(), property -> new ArrayList<>())
          .add(triple.getObject());
    }
  }

  static void write(Statements statements, Map<String, String> prefixes, OutputStream out) {
    try (JsonGenerator json =
        JSON.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      new JsonLd(statements, prefixes).write(json);
    }
  }

  private void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeName("@context");
    json.writeStartObject();
    prefixes.forEach(json::writeStringProperty);
    json.writeEndObject();
    json.writeName("@graph");
    json.writeStartArray();
    subjects.forEach((subject, properties) -> write(json, subject, properties));
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(JsonGenerator json, Node subject, Map<Node, List<Node>> properties) {
    json.writeStartObject();
    json.writeStringProperty("@id", name(subject));
    properties.forEach((property, values) -> {
      boolean isType = property.equals(Vocabulary.TYPE);
      json.writeName(isType ? "@type" : compact(property.getURI()));
      json.writeStartArray();
      for (Node value : values) {
        if (isType) {
          json.writeString(value.isURI() ? compact(value.getURI()) : name(value));
        } else {
          writeValue(json, value);
        }
      }
      json.writeEndArray();
    });
    json.writeEndObject();
  }

  private void writeValue(JsonGenerator json, Node value) {
    if (!value.isLiteral()) {
      json.writeStartObject();
      json.writeStringProperty("@id", name(value));
      json.writeEndObject();
      return;
    }
    String language = value.getLiteralLanguage();
    String type = value.getLiteralDatatypeURI();
    if (language.isEmpty() && (Vocabulary.XSD.namespace() + "string").equals(type)) {
      json.writeString(value.getLiteralLexicalForm());
      return;
    }
    json.writeStartObject();
    json.writeStringProperty("@value", value.getLiteralLexicalForm());
    if (language.isEmpty()) {
      json.writeStringProperty("@type", compact(type));
    } else {
      json.writeStringProperty("@language", language);
    }
    json.writeEndObject();
  }

  private String name(Node node) {
    return node.isURI()
        ? node.getURI()
        : blanks.computeIfAbsent(node, blank -> "_:b" + blanks.size());
  }

  private String compact(String uri) {
    int end = Math.max(uri.lastIndexOf('#'), uri.lastIndexOf('/')) + 1;
    String prefix = byNamespace.get(uri.substring(0, end));
    return prefix == null ? uri : prefix + ":" + uri.substring(end);
  }
}
