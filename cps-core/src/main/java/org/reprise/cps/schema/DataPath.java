package org.reprise.cps.schema;

import org.reprise.cps.path.Xpath;

/**
 * An xpath with what it leads to in a schema; its names are those of {@link SchemaNode#name}.
 *
 * @param xpath the place
 * @param schema what it leads to
 * @param wholeList true where it names a list without keys, hence all its entries
 */
public record DataPath(Xpath xpath, SchemaNode schema, boolean wholeList) {

  /** Steps from the root; the depth that fragments are stored with. */
  public int depth() {
    return schema.depth();
  }

  /** Whether it is the root. */
  public boolean isRoot() {
    return xpath.isRoot();
  }
}
