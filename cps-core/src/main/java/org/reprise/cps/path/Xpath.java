package org.reprise.cps.path;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The place of a data node, in the one form that is stored: {@code /a/list[@key='value' and
 * @other='it''s']/b}. Names are those of the schema, keys stand in the module's order in single
 * quotes, and a quote within a value is written twice. A list without keys stands for all its
 * entries.
 *
 * <p>What a caller sends is a text until {@code YangSchema.locate} has found its place.
 *
 * @param text the stored form; empty for the root
 */
public record Xpath(String text) implements Comparable<Xpath> {
  public static final Xpath ROOT = new Xpath("");

  public Xpath {
    if (!text.isEmpty() && (text.charAt(0) != '/' || text.length() == 1)) {
      throw new IllegalArgumentException("no xpath in its stored form: " + text);
    }
  }

  /** The place of a container below this node, or of a list as a whole. */
  public Xpath child(String name) {
    return new Xpath(text + "/" + name);
  }

  /** The place of a list entry below this node; its keys are in the module's order. */
  public Xpath entry(String list, List<String> keys, List<String> values) {
    StringBuilder xpath = new StringBuilder(text.length() + 64).append(text).append('/');
    xpath.append(list);
    for (int i = 0; i < values.size(); i++) {
      xpath.append(i == 0 ? "[@" : " and @").append(keys.get(i)).append("='");
      xpath.append(values.get(i).replace("'", "''")).append('\'');
    }
    return new Xpath(xpath.append(']').toString());
  }

  public boolean isRoot() {
    return text.isEmpty();
  }

  /** Returns the place of the node above; throws IllegalStateException for the root. */
  public Xpath parent() {
    return new Xpath(text.substring(0, lengthOfParent()));
  }

  /** Returns the place of the node so many levels above; 0 for this place itself. */
  public Xpath ancestor(int levels) {
    Xpath at = this;
    for (int i = 0; i < levels; i++) {
      at = at.parent();
    }
    return at;
  }

  /** The name of the node among its siblings, without keys; empty for the root. */
  public String name() {
    if (isRoot()) {
      return "";
    }
    int start = lengthOfParent() + 1;
    int bracket = text.indexOf('[', start);
    return text.substring(start, bracket < 0 ? text.length() : bracket);
  }

  public String localName() {
    String name = name();
    return name.substring(name.indexOf(':') + 1);
  }

  /** The keys of a list entry by their names, in the module's order; empty for anything else. */
  public Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    int at = isRoot() ? -1 : text.indexOf("[@", lengthOfParent());
    while (at >= 0) {
      int equals = text.indexOf('=', at);
      StringBuilder value = new StringBuilder();
      int end = equals + 2;
      while (text.charAt(end) != '\'' || text.startsWith("''", end)) {
        value.append(text.charAt(end));
        end += text.charAt(end) == '\'' ? 2 : 1;
      }
      keys.put(text.substring(text.indexOf('@', at) + 1, equals), value.toString());
      at = text.startsWith(" and @", end + 1) ? end + 1 : -1;
    }
    return keys;
  }

  /** Whether it lies below the other place, at any depth; all is below the root. */
  public boolean isBelow(Xpath other) {
    return text.length() > other.text.length()
        && text.startsWith(other.text)
        && text.charAt(other.text.length()) == '/';
  }

  /** Whether it is the other place or lies below it. */
  public boolean isWithin(Xpath other) {
    return equals(other) || isBelow(other);
  }

  /** Parents before what is below them. */
  @Override
  public int compareTo(Xpath other) {
    return text.compareTo(other.text);
  }

  /** Counts the parent's characters, quotes respected; throws IllegalStateException at the root. */
  private int lengthOfParent() {
    boolean quoted = false;
    for (int i = text.length() - 1; i >= 0; i--) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == '/' && !quoted) {
        return i;
      }
    }
    throw new IllegalStateException("the root has no parent");
  }

  /** As messages show it: the text, and {@code /} for the root. */
  @Override
  public String toString() {
    return isRoot() ? "/" : text;
  }
}
