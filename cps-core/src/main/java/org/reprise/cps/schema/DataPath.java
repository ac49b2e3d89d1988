package org.reprise.cps.schema;

import org.reprise.cps.path.Xpath;

/**
 * An xpath with what it leads to in a schema; its names are those of {@link SchemaNode#name}.
 *
 * @param wholeList true where it names a list without keys, hence all its entries
 */
public record DataPath(Xpath xpath, SchemaNode schema, boolean wholeList) {
  /** Returns whether a place is among the nodes that it leads to, or below one. */
  public boolean includes(Xpath place) {
    return wholeList ? place.text().startsWith(xpath.text() + "[") : place.isWithin(xpath);
  }
}
