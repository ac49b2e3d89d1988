package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Checks leafrefs that require an instance (RFC 7950, section 9.9.3), which yangtools' codecs do
 * not: what a write refers to must be there, and what others refer to must stay.
 */
final class References {
  private static final String OF_KIND =
      "select xpath, attributes from fragment where anchor_id = ? and depth = ? and xpath ~ ?";

  private final JdbcTemplate jdbc;

  References(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** A value that must be there elsewhere. */
  private record Reference(SchemaNode leaf, Leafref to, Xpath xpath, String value) {}

  /** Whether all references of a payload lead to nodes of the same payload. */
  static boolean satisfiedWithin(List<Fragment> nodes) {
    return unsatisfied(nodes).isEmpty();
  }

  /**
   * Whether a change needs no {@link #check}: all references of what is written lead to nodes of
   * the same payload, and what is stored does not depend on what is changed.
   */
  static boolean settled(YangSchema schema, List<Fragment> written, List<SchemaNode> changed) {
    return satisfiedWithin(written)
        && schema.leafrefs().stream()
            .noneMatch(leaf -> isAffected(leaf, Objects.requireNonNull(leaf.leafref()), changed));
  }

  /**
   * Checks the anchor after a change, within its transaction.
   *
   * @param written fragments that were stored
   * @param changed topmost schema nodes whose data was replaced, changed or deleted
   * @throws InvalidData for a reference that leads nowhere
   */
  void check(long anchor, YangSchema schema, List<Fragment> written, List<SchemaNode> changed) {
    checkWritten(anchor, written);
    for (SchemaNode leaf : schema.leafrefs()) {
      Leafref to = Objects.requireNonNull(leaf.leafref());
      if (isAffected(leaf, to, changed)) {
        checkStored(anchor, leaf, to);
      }
    }
  }

  private static boolean isAffected(SchemaNode leaf, Leafref to, List<SchemaNode> changed) {
    return changed.stream()
        .anyMatch(node ->
            to.target().isWithin(node)
                || to.keys().stream().anyMatch(key -> key.holder(leaf).isWithin(node)));
  }

  private void checkWritten(long anchor, List<Fragment> written) {
    Map<SchemaNode, Targets> stored = new HashMap<>();
    Holders holders = new Holders(written, xpath -> load(anchor, xpath));
    for (Reference reference : unsatisfied(written)) {
      Targets targets =
          stored.computeIfAbsent(
              reference.to.target(),
              target -> new Targets(target, load(anchor, target.fragmentNode())));
      throwUnless(targets.satisfy(reference, holders), reference);
    }
  }

  private void checkStored(long anchor, SchemaNode leaf, Leafref to) {
    List<Fragment> referring = load(anchor, leaf.fragmentNode());
    List<Reference> references = new ArrayList<>();
    referring.forEach(fragment -> collect(fragment, leaf, to, references));
    if (references.isEmpty()) {
      return;
    }
    Targets targets = new Targets(to.target(), load(anchor, to.target().fragmentNode()));
    Holders holders = new Holders(referring, xpath -> load(anchor, xpath));
    references.forEach(reference -> throwUnless(targets.satisfy(reference, holders), reference));
  }

  private static void throwUnless(boolean satisfied, Reference reference) {
    if (!satisfied) {
      throw new InvalidData(
          "%s of %s refers to '%s', which no %s has."
              .formatted(reference.leaf.name(), reference.xpath, reference.value, reference.to));
    }
  }

  private static List<Reference> unsatisfied(List<Fragment> nodes) {
    Map<SchemaNode, Targets> within = new HashMap<>();
    Holders holders = new Holders(nodes, xpath -> Map.of());
    List<Reference> unsatisfied = new ArrayList<>();
    List<Reference> ofOne = new ArrayList<>();
    for (Fragment node : nodes) {
      for (SchemaNode leaf : node.schema().leafrefs()) {
        ofOne.clear();
        collect(node, leaf, Objects.requireNonNull(leaf.leafref()), ofOne);
        for (Reference reference : ofOne) {
          Targets targets =
              within.computeIfAbsent(reference.to.target(), target -> new Targets(target, nodes));
          if (!targets.satisfy(reference, holders)) {
            unsatisfied.add(reference);
          }
        }
      }
    }
    return unsatisfied;
  }

  private static void collect(
      Fragment node, SchemaNode leaf, Leafref to, List<Reference> references) {
    Object value = node.leaves().get(leaf.name());
    if (value instanceof List<?> values) {
      values.forEach(
          one -> references.add(new Reference(leaf, to, node.xpath(), String.valueOf(one))));
    } else if (value != null) {
      references.add(new Reference(leaf, to, node.xpath(), value.toString()));
    }
  }

  private List<Fragment> load(long anchor, SchemaNode kind) {
    return jdbc.query(
        OF_KIND,
        (row, n) ->
            new Fragment(
                kind,
                kind.depth(),
                new Xpath(row.getString(1)),
                Fragments.leaves(row.getString(2))),
        anchor,
        kind.depth(),
        "^" + kind.xpathPattern() + "$");
  }

  private Map<String, Object> load(long anchor, Xpath xpath) {
    return jdbc
        .query(
            "select attributes from fragment where anchor_id = ? and xpath = ?",
            (row, n) -> Fragments.leaves(row.getString(1)),
            anchor,
            xpath.text())
        .stream()
        .findFirst()
        .orElse(Map.of());
  }

  /** Who holds the leafs that conditions of references compare with: a payload, else the rest. */
  private static final class Holders {
    private final List<Fragment> nodes;
    private final Function<Xpath, Map<String, Object>> elsewhere;
    private final Map<Xpath, Map<String, Object>> byXpath = new HashMap<>();

    Holders(List<Fragment> nodes, Function<Xpath, Map<String, Object>> elsewhere) {
      this.nodes = nodes;
      this.elsewhere = elsewhere;
    }

    @Nullable String valueOf(Xpath xpath, String leaf) {
      if (byXpath.isEmpty()) {
        nodes.forEach(node -> byXpath.put(node.xpath(), node.leaves()));
      }
      Object value = byXpath.computeIfAbsent(xpath, elsewhere).get(leaf);
      return value == null ? null : value.toString();
    }
  }

  /** The fragments that have a leaf, by its value. */
  private static final class Targets {
    private final Map<String, List<Fragment>> byValue = new LinkedHashMap<>();

    Targets(SchemaNode target, List<Fragment> nodes) {
      SchemaNode kind = target.fragmentNode();
      for (Fragment node : nodes) {
        Object value = node.schema() == kind ? node.leaves().get(target.name()) : null;
        if (value instanceof List<?> values) {
          values.forEach(one -> add(String.valueOf(one), node));
        } else if (value != null) {
          add(value.toString(), node);
        }
      }
    }

    private void add(String value, Fragment node) {
      byValue.computeIfAbsent(value, v -> new ArrayList<>(1)).add(node);
    }

    boolean satisfy(Reference reference, Holders holders) {
      for (Fragment candidate : byValue.getOrDefault(reference.value, List.of())) {
        if (isBelowBase(reference, candidate) && hasKeys(reference, candidate, holders)) {
          return true;
        }
      }
      return false;
    }

    // Going up from a leaf, the first step leads to the fragment that has it.
    private static boolean isBelowBase(Reference reference, Fragment candidate) {
      if (reference.to.up() < 0) {
        return true;
      }
      return candidate.xpath().isWithin(reference.xpath.ancestor(reference.to.up() - 1));
    }

    private static boolean hasKeys(Reference reference, Fragment candidate, Holders holders) {
      for (Leafref.KeyCondition key : reference.to.keys()) {
        String value = holders.valueOf(reference.xpath.ancestor(key.up() - 1), key.leaf());
        int up = reference.to.down().size() - 2 - key.step();
        Map<String, String> keys = candidate.xpath().ancestor(up).keys();
        if (value == null || !value.equals(keys.get(key.key()))) {
          return false;
        }
      }
      return true;
    }
  }
}
