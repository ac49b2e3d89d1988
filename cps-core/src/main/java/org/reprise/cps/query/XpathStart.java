package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * How the xpaths of a place's fragments begin, as far as keys are known: a range of the primary
 * key.
 *
 * @param text the beginning; it ends with an opening bracket unless it is whole
 * @param whole whether it is the xpath of the only fragment there can be
 * @param open the list whose keys are not known, null where the beginning is whole
 * @param settled nodes whose tests were nothing but keys that the beginning now holds
 */
record XpathStart(String text, boolean whole, @Nullable SchemaNode open, Set<SchemaNode> settled) {

  static XpathStart of(Place place) {
    Xpath xpath = Xpath.ROOT;
    Set<SchemaNode> settled = new HashSet<>();
    for (SchemaNode node : place.chain()) {
      if (node.kind() != Kind.LIST) {
        xpath = xpath.child(node.name());
        continue;
      }
      List<LeafTest> tests = place.testsOf(node);
      List<@Nullable String> keys = keys(node, tests);
      if (keys.isEmpty() || keys.contains(null)) {
        return new XpathStart(xpath.child(node.name()).text() + "[", false, node, settled);
      }
      if (flat(tests).size() == keys.size()) {
        settled.add(node);
      }
      List<String> values = keys.stream().map(Objects::requireNonNull).toList();
      xpath = xpath.entry(node.name(), node.keys(), values);
    }
    return new XpathStart(xpath.text(), true, null, settled);
  }

  /** The first text that is beyond all that begin so, in byte order. */
  String beyond() {
    return text.substring(0, text.length() - 1) + (char) (text.charAt(text.length() - 1) + 1);
  }

  // Only texts: 5.0 and 5 are the same number, but not the same key.
  private static List<@Nullable String> keys(SchemaNode list, List<LeafTest> tests) {
    List<@Nullable String> values = new ArrayList<>();
    for (String key : list.keys()) {
      String value = null;
      for (LeafTest test : flat(tests)) {
        if (test instanceof LeafTest.Compares(SchemaNode leaf, Operator operator, Literal.Text text)
            && operator == Operator.EQUAL
            && leaf == list.child(key)) {
          value = text.value();
        }
      }
      values.add(value);
    }
    return values;
  }

  private static List<LeafTest> flat(List<LeafTest> tests) {
    List<LeafTest> flat = new ArrayList<>();
    for (LeafTest test : tests) {
      if (test instanceof LeafTest.All(List<LeafTest> all)) {
        flat.addAll(flat(all));
      } else {
        flat.add(test);
      }
    }
    return flat;
  }
}
