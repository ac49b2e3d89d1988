package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * The common beginning of the xpaths that a place's fragments can have, up to the first list whose
 * keys the query does not give. It selects a range of the primary key.
 *
 * @param text the beginning; it ends with an opening bracket unless it is a whole xpath
 * @param whole whether it is a whole xpath, hence of one fragment at most
 * @param open the list whose keys are not given, null for a whole xpath
 * @param covered nodes whose only tests are those of the keys in the beginning, so that they need
 *     not be tested again
 */
record XpathStart(String text, boolean whole, @Nullable SchemaNode open, Set<SchemaNode> covered) {

  static XpathStart of(Place place) {
    Xpath xpath = Xpath.ROOT;
    Set<SchemaNode> covered = new HashSet<>();
    for (SchemaNode node : place.chain()) {
      if (node.kind() != Kind.LIST) {
        xpath = xpath.child(node.name());
        continue;
      }
      List<LeafTest> tests = place.testsOf(node);
      List<@Nullable String> keys = keys(node, tests);
      if (keys.isEmpty() || keys.contains(null)) {
        return new XpathStart(xpath.child(node.name()).text() + "[", false, node, covered);
      }
      if (flat(tests).size() == keys.size()) {
        covered.add(node);
      }
      List<String> values = keys.stream().map(Objects::requireNonNull).toList();
      xpath = xpath.entry(node.name(), node.keys(), values);
    }
    return new XpathStart(xpath.text(), true, null, covered);
  }

  /** The end of the range: the smallest text, in byte order, after all that begin so. */
  String beyond() {
    return text.substring(0, text.length() - 1) + (char) (text.charAt(text.length() - 1) + 1);
  }

  // Only quoted texts: 5.0 and 5 are equal as numbers, but different keys.
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
    return tests.stream()
        .flatMap(test ->
            test instanceof LeafTest.All(List<LeafTest> all) ? flat(all).stream() : Stream.of(test))
        .toList();
  }
}
