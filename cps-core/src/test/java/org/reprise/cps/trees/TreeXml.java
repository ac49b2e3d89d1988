package org.reprise.cps.trees;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** RFC 7951 JSON of the test modules as the XML of RFC 7950, written without the product. */
final class TreeXml {
  private static final String NAMESPACE = "urn:reprise:test:";

  private final StringBuilder xml = new StringBuilder();

  private TreeXml() {}

  /** A document with children of a node. */
  static String of(ObjectNode document, Kind parent) {
    TreeXml text = new TreeXml();
    text.xml.append("<data>");
    text.members(document, parent.module());
    return text.xml.append("</data>").toString();
  }

  private void members(JsonNode node, String module) {
    for (String name : node.propertyNames()) {
      int colon = name.indexOf(':');
      String own = colon < 0 ? module : name.substring(0, colon);
      String local = name.substring(colon + 1);
      JsonNode value = node.get(name);
      boolean empty = value.isArray() && value.size() == 1 && value.get(0).isNull();
      if (value.isArray() && !empty) {
        value.forEach(one -> element(local, own, one));
      } else {
        element(local, own, empty ? null : value);
      }
    }
  }

  private void element(String local, String module, @Nullable JsonNode value) {
    xml.append('<').append(local).append(" xmlns='").append(NAMESPACE).append(module).append('\'');
    String text = value == null || value.isObject() ? "" : value.asString();
    if (text.matches("trees(-more)?:(conifer|broadleaf|palm)")) {
      // Another prefix than the module's name: what counts is the namespace.
      String identity = text.substring(0, text.indexOf(':'));
      xml.append(" xmlns:p='").append(NAMESPACE).append(identity).append('\'');
      text = "p:" + text.substring(identity.length() + 1);
    }
    xml.append('>');
    if (value != null && value.isObject()) {
      members(value, module);
    } else {
      text.chars().forEach(c -> xml.append(escaped((char) c)));
    }
    xml.append("</").append(local).append('>');
  }

  private static String escaped(char c) {
    return switch (c) {
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '&' -> "&amp;";
      case '\r' -> "&#13;";
      default -> String.valueOf(c);
    };
  }
}
