package org.reprise.cps.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.cps.path.CpsPath;

/**
 * An xpath that has its place in a schema, in the one form that is stored: names as {@link
 * SchemaNode#name}, keys in the module's order, single quotes, a quote within a value written
 * twice.
 *
 * @param xpath the stored form; empty for the root
 * @param schema what it leads to
 * @param wholeList true where it names a list without keys, hence all its entries
 */
public record DataPath(String xpath, SchemaNode schema, boolean wholeList) {

  /** Steps from the root; the depth that fragments are stored with. */
  public int depth() {
    return schema.depth();
  }

  /** Whether it is the root. */
  public boolean isRoot() {
    return schema.kind() == SchemaNode.Kind.ROOT;
  }

  /** The keys of the list entry that it names, in the module's order; empty for anything else. */
  public Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    if (schema.kind() == SchemaNode.Kind.LIST && !wholeList) {
      CpsPath.Step last = CpsPath.parse(xpath).steps().getLast();
      last.conditions().forEach(condition -> YangSchema.collectKeys(xpath, condition, keys));
    }
    return keys;
  }

  /** The stored form of a container below a parent. */
  public static String container(String parentXpath, SchemaNode container) {
    return parentXpath + "/" + container.name();
  }

  /**
   * The stored form of a list entry below a parent.
   *
   * @param values of the keys, as texts, in the module's order
   */
  public static String entry(String parentXpath, SchemaNode list, List<String> values) {
    StringBuilder xpath =
        new StringBuilder(parentXpath.length() + 64).append(parentXpath).append('/');
    xpath.append(list.name());
    for (int i = 0; i < values.size(); i++) {
      xpath.append(i == 0 ? "[@" : " and @").append(list.keys().get(i)).append("='");
      xpath.append(values.get(i).replace("'", "''")).append('\'');
    }
    return xpath.append(']').toString();
  }
}
