package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.cps.schema.SchemaNode;

/**
 * The statement that selects the fragments of places: by anchor, depth and the pattern of their
 * xpaths, then by their leafs and those of the fragments above.
 *
 * <p>Places that differ only in their xpath share one select, so that a name that occurs all over a
 * schema does not need a select for each place.
 */
final class Selection {
  /** About how long a regular expression is, which PostgreSQL compiles for each statement. */
  private static final int MAX_PATTERN = 10_000;

  /** Stands for an array of the anchors' ids. */
  static final Object NAMED_LATER = new Object();

  private final Sql anchor;
  private final Collection<Place> places;
  private final QuerySize size;

  private Selection(Sql anchor, Collection<Place> places, QuerySize size) {
    this.anchor = anchor;
    this.places = places;
    this.size = size;
  }

  static Selection ofAnchor(long id, Collection<Place> places, QuerySize size) {
    return new Selection(Sql.of("f.anchor_id = ?", id), places, size);
  }

  /** Of anchors whose ids take the place of {@link #NAMED_LATER} among the values. */
  static Selection ofAnchorsNamedLater(Collection<Place> places, QuerySize size) {
    return new Selection(Sql.of("f.anchor_id = any (?)", NAMED_LATER), places, size);
  }

  /** Selects with the columns anchor_id and xpath of the results; a result can occur repeatedly. */
  List<Sql> parts() {
    List<Sql> parts = new ArrayList<>();
    for (List<Place> group : groups()) {
      Place any = group.getFirst();
      Sql column =
          any.result() == any.target()
              ? Sql.of("select f.anchor_id, f.xpath from fragment f where ")
              : Sql.of(
                  "select distinct f.anchor_id, substring(f.xpath from ?) as xpath from fragment f"
                      + " where ",
                  beginning(any.result()));
      parts.add(size.counted(Sql.concat(column, where(group))));
    }
    return parts;
  }

  /** Selects with the columns position and value, of a leaf that the caller named. */
  List<Sql> valueParts(String name) {
    List<Sql> parts = new ArrayList<>();
    Map<String, List<Place>> ofTargets = new LinkedHashMap<>();
    for (Place place : places) {
      SchemaNode leaf = LeafTest.leaf(place.result(), name);
      if (leaf == null) {
        continue;
      }
      if (place.result() == place.target()) {
        Place having = place.tested(place.target(), List.of(new LeafTest.Present(leaf)));
        if (having != null) {
          ofTargets.computeIfAbsent(leaf.name(), n -> new ArrayList<>()).add(having);
        }
      } else {
        parts.add(size.counted(valuesAbove(place, leaf)));
      }
    }
    ofTargets.forEach((leaf, having) -> {
      for (List<Place> group : new Selection(anchor, having, size).groups()) {
        Sql column =
            Sql.of("select f.position, f.attributes -> ? as value from fragment f where ", leaf);
        parts.add(size.counted(Sql.concat(column, where(group))));
      }
    });
    return parts;
  }

  private Sql valuesAbove(Place place, SchemaNode leaf) {
    return Sql.concat(
        Sql.of(
            "select r.position, r.attributes -> ? as value from fragment r where (r.anchor_id,"
                + " r.xpath) in (select f.anchor_id, substring(f.xpath from ?) from fragment f"
                + " where ",
            leaf.name(),
            beginning(place.result())),
        where(List.of(place)),
        Sql.of(") and "),
        LeafSql.condition("r", new LeafTest.Present(leaf)));
  }

  private List<List<Place>> groups() {
    Map<Sql, List<Place>> alike = new LinkedHashMap<>();
    List<List<Place>> groups = new ArrayList<>();
    for (Place place : places) {
      if (!place.isPlain()) {
        groups.add(List.of(place));
        continue;
      }
      Sql tests = tests("f", place.testsOf(place.target()));
      List<Place> group = alike.computeIfAbsent(tests, t -> new ArrayList<>());
      group.add(place);
      if (group.size() * place.target().xpathPattern().length() > MAX_PATTERN) {
        groups.add(alike.remove(tests));
      }
    }
    groups.addAll(alike.values());
    return groups;
  }

  private Sql where(List<Place> group) {
    return group.size() == 1 ? one(group.getFirst()) : several(group);
  }

  private Sql several(List<Place> group) {
    Short[] depths =
        group.stream()
            .map(place -> (short) place.target().depth())
            .distinct()
            .toArray(Short[]::new);
    List<String> patterns = group.stream().map(place -> place.target().xpathPattern()).toList();
    Place any = group.getFirst();
    return Sql.join(
        " and ",
        List.of(
            anchor,
            Sql.of("f.depth = any (?)", (Object) depths),
            Sql.of("f.xpath ~ ?", "^(?:" + String.join("|", patterns) + ")$"),
            tests("f", any.testsOf(any.target()))));
  }

  private Sql one(Place place) {
    SchemaNode target = place.target();
    XpathStart start = XpathStart.of(place);
    List<Sql> where = new ArrayList<>();
    where.add(anchor);
    if (start.whole()) {
      where.add(Sql.of("f.xpath = ?", start.text()));
    } else {
      where.add(Sql.of("f.xpath >= ? and f.xpath < ?", start.text(), start.beyond()));
      where.add(Sql.of("f.depth = ?", target.depth()));
      if (start.open() != target) {
        where.add(ofKind(target));
      }
    }
    place
        .tests()
        .forEach((node, tests) -> {
          if (!start.covered().contains(node)) {
            where.add(node == target ? tests("f", tests) : above(node, tests));
          }
        });
    return Sql.join(" and ", where);
  }

  private static Sql above(SchemaNode node, List<LeafTest> tests) {
    return Sql.concat(
        Sql.of(
            "exists (select 1 from fragment p where p.anchor_id = f.anchor_id"
                + " and p.xpath = substring(f.xpath from ?) and ",
            beginning(node)),
        tests("p", tests),
        Sql.of(")"));
  }

  private static String beginning(SchemaNode node) {
    return "^" + node.xpathPattern();
  }

  // The cheap search for the name comes first: it excludes most other fragments at a tenth of the
  // pattern's cost. Only a case keeps that order: the planner would use the pattern for the index.
  private static Sql ofKind(SchemaNode node) {
    String step = "/" + node.name() + (node.kind() == SchemaNode.Kind.LIST ? "[" : "");
    return Sql.of(
        "case when strpos(f.xpath, ?) > 0 then f.xpath ~ ? else false end",
        step,
        "^" + node.xpathPattern() + "$");
  }

  private static Sql tests(String row, List<LeafTest> tests) {
    return LeafSql.condition(row, new LeafTest.All(tests));
  }
}
