package org.reprise.cps.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.common.QName;
import org.reprise.cps.schema.SchemaNode.Alternative;

/**
 * The cases that children of one node choose by being there: of each choice there can be one (RFC
 * 7950, section 7.9).
 */
public final class ChosenCases {
  // Choices within a case belong to that case: elsewhere, one of the same name is another choice.
  private final Map<QName, Chosen> outermost = new HashMap<>();

  private record Chosen(QName oneOf, SchemaNode by, Map<QName, Chosen> within) {}

  /**
   * Adds a child.
   *
   * @return a child that was added before and belongs to another case of the same choice, or null
   */
  public @Nullable SchemaNode add(SchemaNode child) {
    return ofOtherCase(child, true);
  }

  /** Whether a child cannot be there together with those that were added. */
  public boolean exclude(SchemaNode child) {
    return ofOtherCase(child, false) != null;
  }

  private @Nullable SchemaNode ofOtherCase(SchemaNode child, boolean adds) {
    Map<QName, Chosen> choices = outermost;
    for (Alternative alternative : child.alternatives()) {
      if (adds) {
        choices.putIfAbsent(
            alternative.choice(), new Chosen(alternative.oneOf(), child, new HashMap<>()));
      }
      Chosen chosen = choices.get(alternative.choice());
      if (chosen == null || !chosen.oneOf.equals(alternative.oneOf())) {
        return chosen == null ? null : chosen.by;
      }
      choices = chosen.within;
    }
    return null;
  }
}
