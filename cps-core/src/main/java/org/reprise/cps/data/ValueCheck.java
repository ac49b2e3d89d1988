package org.reprise.cps.data;

import org.reprise.cps.schema.SchemaNode;

/** Looks at each value of a document before yangtools does. */
@FunctionalInterface
interface ValueCheck {
  /**
   * Checks a value.
   *
   * @throws InvalidData to refuse it
   */
  void check(SchemaNode leaf, String value);
}
