package org.reprise.cps.query;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.CpsPath.Condition;
import org.reprise.cps.path.CpsPath.Literal;
import org.reprise.cps.path.CpsPath.Operator;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/** A condition of a cps-path whose names have been found in the schema. */
sealed interface LeafTest {
  record All(List<LeafTest> tests) implements LeafTest {}

  record Any(List<LeafTest> tests) implements LeafTest {}

  record Present(SchemaNode leaf) implements LeafTest {}

  /** The leaf, or a value of the leaf-list, compares with the literal. */
  record Compares(SchemaNode leaf, Operator operator, Literal literal) implements LeafTest {}

  /** The leaf, or a value of the leaf-list, contains the text. */
  record Contains(SchemaNode leaf, String text) implements LeafTest {}

  /** A condition that stands on a node; those on leafs of a leaf never hold. */
  static LeafTest of(Condition condition, SchemaNode node) {
    return switch (condition) {
      case Condition.And(List<Condition> all) ->
          new All(all.stream().map(one -> of(one, node)).toList());
      case Condition.Or(List<Condition> any) ->
          new Any(any.stream().map(one -> of(one, node)).toList());
      case Condition.Comparison(String name, Operator operator, Literal literal) -> {
        SchemaNode leaf = leaf(node, name);
        yield leaf == null ? new Any(List.of()) : new Compares(leaf, operator, literal);
      }
      case Condition.Contains(String name, String text) -> {
        SchemaNode leaf = leaf(node, name);
        yield leaf == null ? new Any(List.of()) : new Contains(leaf, text);
      }
    };
  }

  /** The leaf or leaf-list of this name, or itself without a name; null if missing. */
  static @Nullable SchemaNode leaf(SchemaNode node, String name) {
    SchemaNode leaf = name.isEmpty() ? node : node.child(name);
    boolean value = leaf != null && (leaf.kind() == Kind.LEAF || leaf.kind() == Kind.LEAF_LIST);
    return value ? leaf : null;
  }

  default boolean isPossible() {
    return switch (this) {
      case All(List<LeafTest> tests) -> tests.stream().allMatch(LeafTest::isPossible);
      case Any(List<LeafTest> tests) -> tests.stream().anyMatch(LeafTest::isPossible);
      default -> true;
    };
  }
}
