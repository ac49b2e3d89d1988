package org.reprise.cps.data;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reprise.cps.path.Xpath;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fragments as statements store them, column by column. Whatever order they come in, a parent's
 * place is before those of its children, and siblings keep their order. The rows themselves are in
 * the order of their xpaths, so that two writers of the same rows wait for each other instead of
 * each holding what the other waits for.
 */
record FragmentColumns(
    List<String> xpaths, List<Short> depths, List<String> attributes, List<Integer> places) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private record Row(Fragment fragment, int place) {}

  static FragmentColumns of(List<Fragment> fragments) {
    List<Fragment> ordered = parentsFirst(fragments);
    List<Row> rows = new ArrayList<>(ordered.size());
    for (Fragment fragment : ordered) {
      rows.add(new Row(fragment, rows.size() + 1));
    }
    rows.sort(Comparator.comparing(row -> row.fragment.xpath()));
    int size = rows.size();
    FragmentColumns columns =
        new FragmentColumns(
            new ArrayList<>(size),
            new ArrayList<>(size),
            new ArrayList<>(size),
            new ArrayList<>(size));
    for (Row row : rows) {
      columns.xpaths.add(row.fragment.xpath().text());
      columns.depths.add((short) row.fragment.depth());
      columns.attributes.add(JSON.writeValueAsString(row.fragment.leaves()));
      columns.places.add(row.place);
    }
    return columns;
  }

  // A payload has parents first; several changes together may not.
  private static List<Fragment> parentsFirst(List<Fragment> fragments) {
    int top = fragments.stream().mapToInt(Fragment::depth).min().orElse(0);
    Set<Xpath> seen = HashSet.newHashSet(fragments.size());
    for (Fragment fragment : fragments) {
      if (fragment.depth() > top && !seen.contains(fragment.xpath().parent())) {
        return fragments.stream().sorted(Comparator.comparingInt(Fragment::depth)).toList();
      }
      seen.add(fragment.xpath());
    }
    return fragments;
  }

  void set(PreparedStatement statement, int first) throws SQLException {
    statement.setArray(first, SqlArrays.of(statement, "text", xpaths));
    statement.setArray(first + 1, SqlArrays.of(statement, "int2", depths));
    statement.setArray(first + 2, SqlArrays.of(statement, "text", attributes));
    statement.setArray(first + 3, SqlArrays.of(statement, "int4", places));
  }
}
