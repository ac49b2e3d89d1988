package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.List;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.References.Affected;
import org.reprise.cps.data.References.Written;
import org.reprise.cps.schema.YangSchema;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Keeps what must be true of an anchor's data, whatever operation stores it: each reference has its
 * target, and of each choice at most one case exists.
 */
final class Constraints {
  private final Fragments fragments;
  private final References references;

  Constraints(JdbcTemplate jdbc, Fragments fragments) {
    this.fragments = fragments;
    ReferenceTable table = new ReferenceTable(jdbc);
    ReferenceEnds ends = new ReferenceEnds(jdbc, table, fragments);
    this.references = new References(table, ends, fragments);
  }

  /**
   * Whether storing nodes without a look at anything else keeps all constraints, and no row of
   * {@link ReferenceEnds} changes.
   */
  static boolean hold(
      YangSchema schema, List<Fragment> nodes, OtherCases others, List<Touched> touched) {
    return others.isEmpty()
        && !References.mayBreak(schema, touched)
        && !ReferenceEnds.affectsRows(schema, nodes, touched)
        && References.hold(nodes);
  }

  /** Whether nodes keep all constraints where they are the first of their anchor. */
  static boolean holdAlone(List<Fragment> nodes, OtherCases others) {
    return nodes.size() <= ReferenceEnds.MOST_WITHOUT && others.isEmpty() && References.hold(nodes);
  }

  /**
   * Makes a change, within the caller's transaction, and keeps the constraints.
   *
   * @param others cases that are removed before
   * @param touched data that the change itself replaces or removes
   * @throws InvalidData for a reference that leads nowhere afterwards
   */
  void keep(
      long anchor,
      YangSchema schema,
      OtherCases others,
      List<Touched> touched,
      Written written,
      Runnable change) {
    List<Touched> all = new ArrayList<>(touched);
    all.addAll(others.touched());
    Affected affected = references.affected(anchor, schema, written.nodes(), all);
    others.remove(anchor, fragments);
    change.run();
    references.check(anchor, schema, written, affected);
  }

  /**
   * The same for the content of a payload. Leafs of the addressed node are merged with those that
   * it has.
   */
  void keep(Writes.Place to, Content content, List<Touched> replaced, Runnable change) {
    long id = to.anchor().id();
    List<Touched> touched = new ArrayList<>(replaced);
    if (content.hasLeaves()) {
      touched.add(Touched.leafs(content.parent()));
    }
    keep(
        id,
        to.schema(),
        OtherCases.beside(to, content),
        touched,
        new Written(content.written(), !content.hasLeaves()),
        () -> {
          change.run();
          if (content.hasLeaves()) {
            fragments.merge(id, List.of(content.parent()));
          }
        });
  }
}
