package org.reprise.cps.reference;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.SchemaNode;

/**
 * What a reference and the leafs that satisfy it have in common: the target leaf, the node that the
 * path goes down from, the keys that the path names, and the value. A leaf satisfies a reference
 * exactly where their keys are equal.
 *
 * @param text unique, not for reading
 */
record TargetKey(String text) {
  // No YANG value holds it.
  private static final char SEPARATOR = '\0';

  /** The key of a leaf in a holder: all references to it have the same. */
  static TargetKey ofTarget(SchemaNode referring, Xpath holder, String value) {
    Leafref to = Reference.leafref(referring);
    int steps = to.steps().size();
    List<Map<String, String>> keys = new ArrayList<>(steps);
    for (int i = 0; i < steps; i++) {
      boolean unnamed = to.namedKeys().get(i).isEmpty();
      keys.add(unnamed ? Map.of() : holder.ancestor(steps - 1 - i).keys());
    }
    Xpath base = to.isAnchorWide() ? Xpath.ROOT : holder.ancestor(steps);
    return of(to, base, keys, value);
  }

  /** The key of a reference whose path goes down from a base; its keys are by step. */
  static TargetKey of(Leafref to, Xpath base, List<Map<String, String>> keys, String value) {
    StringBuilder text = new StringBuilder(128).append(to).append(SEPARATOR);
    text.append(base.text());
    for (int i = 0; i < keys.size(); i++) {
      for (String key : to.namedKeys().get(i)) {
        // Counted from the target: paths from different bases may lead to it.
        text.append(SEPARATOR).append(i - keys.size()).append(key);
        text.append(SEPARATOR).append(keys.get(i).get(key));
      }
    }
    return new TargetKey(text.append(SEPARATOR).append(value).toString());
  }

  /** A hash of it that no two of them will ever share. */
  UUID id() {
    byte[] hash = Hashing.sha256().hashString(text, StandardCharsets.UTF_8).asBytes();
    ByteBuffer bytes = ByteBuffer.wrap(hash);
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
