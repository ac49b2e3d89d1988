package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.model.api.type.LeafrefTypeDefinition;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * Follows the path of a leafref (RFC 7950, section 9.9.2) through the schema. yangtools has checked
 * that the path leads to a leaf; here only its steps are walked.
 */
final class LeafrefPath {
  // [prefix:key = current()/../../leaf]
  private static final Pattern PREDICATE =
      Pattern.compile(
          "\\[\\s*(?:[^:\\]]+:)?([^\\s=\\]]+)\\s*=\\s*current\\(\\)\\s*/\\s*((?:\\.\\.\\s*/\\s*)+)"
              + "(?:[^:\\]/]+:)?([^\\s\\]/]+)\\s*]");

  private final String path;

  LeafrefPath(LeafrefTypeDefinition type) {
    this.path = type.getPathStatement().getOriginalString();
  }

  /** The resolved reference; null for {@code deref()} paths, which this store does not follow. */
  @Nullable Leafref from(SchemaNode leaf) {
    boolean absolute = path.startsWith("/");
    SchemaNode at = absolute ? root(leaf) : leaf;
    int up = absolute ? -1 : 0;
    List<SchemaNode> down = new ArrayList<>();
    List<KeyCondition> keys = new ArrayList<>();
    for (String step : steps()) {
      if (step.equals("..")) {
        up++;
        at = at.parent();
      } else {
        at = childOf(at, step);
        if (at != null) {
          addKeys(step, down.size(), keys);
          down.add(at);
        }
      }
      if (at == null) {
        return null;
      }
    }
    boolean leads = !down.isEmpty() && isLeaf(down.getLast());
    return leads ? new Leafref(up, down, keys) : null;
  }

  private static boolean isLeaf(SchemaNode node) {
    return node.kind() == Kind.LEAF || node.kind() == Kind.LEAF_LIST;
  }

  private static SchemaNode root(SchemaNode node) {
    SchemaNode parent = node.parent();
    return parent == null ? node : root(parent);
  }

  private static @Nullable SchemaNode childOf(SchemaNode parent, String step) {
    String name = step.contains("[") ? step.substring(0, step.indexOf('[')) : step;
    String local = name.substring(name.indexOf(':') + 1).strip();
    // The prefix is the importing module's own: what tells namesakes apart is that one has the
    // plain name.
    SchemaNode plain = parent.child(local);
    return plain != null
        ? plain
        : parent.children().stream()
            .filter(child -> child.localName().equals(local))
            .findFirst()
            .orElse(null);
  }

  private static void addKeys(String step, int index, List<KeyCondition> keys) {
    Matcher matcher = PREDICATE.matcher(step);
    while (matcher.find()) {
      int up = matcher.group(2).split("\\.\\.", -1).length - 1;
      keys.add(new KeyCondition(index, matcher.group(1).strip(), up, matcher.group(3).strip()));
    }
  }

  /** Splits at slashes outside of square brackets. */
  private List<String> steps() {
    List<String> steps = new ArrayList<>();
    StringBuilder step = new StringBuilder();
    int brackets = 0;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == '/' && brackets == 0) {
        addStep(step, steps);
      } else {
        step.append(c);
      }
    }
    addStep(step, steps);
    return steps;
  }

  private static void addStep(StringBuilder step, List<String> steps) {
    String text = step.toString().strip();
    if (!text.isEmpty()) {
      steps.add(text);
    }
    step.setLength(0);
  }
}
