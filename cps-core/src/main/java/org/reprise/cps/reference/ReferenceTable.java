package org.reprise.cps.reference;

import com.google.common.collect.ObjectArrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.reference.Reference.Target;
import org.reprise.cps.schema.SchemaNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/** The statements that look for references, and for what they lead to, among the fragments. */
final class ReferenceTable {
  private static final String OF_KIND =
      """
      from unnest(?::text[], ?::text[]) as r (first, beyond)
      join fragment f on f.anchor_id = ? and f.xpath >= r.first and f.xpath < r.beyond
        and f.depth = ?
        and case when strpos(f.xpath, ?) > 0 then f.xpath ~ ? else false end
      """;

  // A leaf-list is an array. The empty type is an array of null, which has no text.
  private static final String VALUES =
      """
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(f.attributes -> ?)
          when 'array' then f.attributes -> ?
          else jsonb_build_array(f.attributes -> ?)
        end) as v (value)
      """;

  private static final String PLACED_VALUES =
      "select f.xpath, v.value\n" + OF_KIND + VALUES + "where v.value is not null";

  private static final String OF_ONE_KIND = "select f.xpath, f.attributes\n" + OF_KIND;

  private static final String REFERRING_TO =
      "select distinct f.xpath, f.attributes\n" + OF_KIND + VALUES + "where v.value = any (?)";

  private static final String FIRST_MISSING =
      """
      select r.number
      from unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::text[], ?::text[]) with ordinality
        as r (first, beyond, depth, pattern, leaf, value, number)
      left join lateral (
        select true as is_there from fragment f
        where f.anchor_id = ? and f.xpath >= r.first and f.xpath < r.beyond
          and f.depth = r.depth
          and case
                when r.leaf is null then true
                when jsonb_typeof(f.attributes -> r.leaf) = 'array' then exists (
                  select from jsonb_array_elements_text(f.attributes -> r.leaf) as v (value)
                  where v.value = r.value)
                else f.attributes ->> r.leaf = r.value
              end
          and case when r.pattern is null then true else f.xpath ~ r.pattern end
        limit 1) f on true
      where f.is_there is null
      order by r.number
      limit 1\
      """;

  // Rows that are on their way to the reader at a time.
  private static final int FETCH_SIZE = 1_000;

  private final JdbcTemplate jdbc;

  ReferenceTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
    jdbc.setFetchSize(FETCH_SIZE);
  }

  /** Hands over the values of a leaf or leaf-list in ranges, with the fragments' xpaths. */
  void values(
      long anchor, SchemaNode leaf, List<Range> ranges, BiConsumer<Xpath, String> consumer) {
    String name = leaf.name();
    jdbc.query(
        PLACED_VALUES,
        row -> {
          consumer.accept(new Xpath(row.getString(1)), row.getString(2));
        },
        ofKind(anchor, leaf.fragmentNode(), ranges, name, name, name));
  }

  /** Reads the fragments whose leaf has one of the values; null for all of the leaf's kind. */
  List<Fragment> referring(
      long anchor, SchemaNode leaf, List<Range> ranges, @Nullable Set<String> values) {
    SchemaNode kind = leaf.fragmentNode();
    RowMapper<Fragment> mapper = (row, n) -> Fragment.of(kind, row);
    String name = leaf.name();
    return values == null
        ? jdbc.query(OF_ONE_KIND, mapper, ofKind(anchor, kind, ranges))
        : jdbc.query(
            REFERRING_TO,
            mapper,
            ofKind(anchor, kind, ranges, name, name, name, values.toArray(String[]::new)));
  }

  Optional<Target> firstMissing(long anchor, List<Target> targets) {
    return first(
        jdbc,
        FIRST_MISSING,
        targets,
        Fragments.texts(targets, target -> target.range().first()),
        Fragments.texts(targets, target -> target.range().beyond()),
        targets.stream().map(Target::depth).toArray(Integer[]::new),
        targets.stream().map(Target::pattern).toArray(String[]::new),
        targets.stream().map(Target::leaf).toArray(String[]::new),
        Fragments.texts(targets, Target::value),
        anchor);
  }

  // Asks for the place in a list, from 1, of the first that a statement finds.
  static <T> Optional<T> first(JdbcTemplate jdbc, String sql, List<T> of, Object... arguments) {
    return of.isEmpty()
        ? Optional.empty()
        : jdbc.query(sql, (row, n) -> of.get(row.getInt(1) - 1), arguments).stream().findFirst();
  }

  private static Object[] ofKind(long anchor, SchemaNode kind, List<Range> ranges, Object... more) {
    String step = "/" + kind.name() + (kind.kind() == SchemaNode.Kind.LIST ? "[" : "");
    Object[] arguments = {
      Fragments.texts(ranges, Range::first),
      Fragments.texts(ranges, Range::beyond),
      anchor,
      kind.depth(),
      step,
      "^" + kind.xpathPattern() + "$"
    };
    return ObjectArrays.concat(arguments, more, Object.class);
  }
}
