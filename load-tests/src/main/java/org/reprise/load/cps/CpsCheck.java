package org.reprise.load.cps;

import com.google.common.collect.Sets;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.reprise.cps.sample.L2Topology;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Sql;
import org.reprise.load.measure.Check;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks after a run whether everything promised is there, before any figure is shown: what is stored
 * is read back as it was sent, and nothing that the run made is left. Only after that is removed
 * what is left all the same, so that an anchor that outlived its DELETE is seen.
 */
record CpsCheck(Deployment target, String anchorPrefix) {
  // Not "007", which only a string can be.
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,19})(\\.\\d{1,18})?");

  private static final String FRAGMENTS_LEFT =
      """
      SELECT count(*) FROM fragment LEFT JOIN anchor ON anchor.id = fragment.anchor_id
      WHERE anchor.id IS NULL OR starts_with(anchor.name, ?)
      """;

  private static final String ANCHORS_LEFT =
      "SELECT count(*) FROM anchor WHERE starts_with(name, ?)";

  List<Check> remote(String load) throws IOException, InterruptedException {
    var checks = new ArrayList<Check>();
    try (var rest = new CpsRest(target.base(), target.credentials())) {
      var left = rest.anchors(anchorPrefix);
      checks.add(
          new Check(
              "no-anchor-left." + load,
              left.isEmpty(),
              "anchors of this run that the service lists: %d%s"
                  .formatted(left.size(), left.isEmpty() ? "" : ", such as " + left.getFirst())));
      target.database().ifPresent(database -> checks.addAll(inDatabase("remote", load, database)));
      for (var anchor : left) {
        try {
          rest.perform(CpsOperation.DELETE_ANCHOR, anchor);
        } catch (IOException e) {
          checks.add(new Check("remains-removed", false, String.valueOf(e.getMessage())));
          break;
        }
      }
    }
    return checks;
  }

  List<Check> inDatabase(String mode, String load, Database database) {
    return List.of(
        count(mode + "-no-anchor-in-database." + load, "anchors", database, ANCHORS_LEFT),
        count(mode + "-no-fragment-in-database." + load, "fragments", database, FRAGMENTS_LEFT));
  }

  private Check count(String id, String what, Database database, String sql) {
    try (var connection = database.connect()) {
      var left = Sql.numbers(connection, sql, anchorPrefix).getFirst();
      return new Check(id, left == 0, left + " " + what + " of this run are left in the database");
    } catch (SQLException e) {
      return new Check(id, false, "cannot be counted: " + e.getMessage());
    }
  }

  Check readBack() throws InterruptedException {
    var anchor = anchorPrefix + "read-back";
    var differences = new ArrayList<String>();
    try (var rest = new CpsRest(target.base(), target.credentials())) {
      rest.prepare();
      rest.perform(CpsOperation.CREATE_ANCHOR, anchor);
      try {
        rest.perform(CpsOperation.CREATE_NODE, anchor);
        compare("after the store", rest.tree(anchor, "v3"), differences);
        // It writes what was there before.
        rest.perform(CpsOperation.UPDATE_NODE, anchor);
        compare("after the update", rest.tree(anchor, "v3"), differences);
        compare("read by v2", rest.tree(anchor, "v2"), differences);
      } finally {
        rest.perform(CpsOperation.DELETE_ANCHOR, anchor);
      }
    } catch (IOException | RuntimeException e) {
      differences.add(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return new Check(
        "sampled-tree-read-back",
        differences.isEmpty(),
        differences.isEmpty()
            ? "a tree of %d fragments was read back equal, before and after its update"
                .formatted(L2Topology.FRAGMENTS)
            : String.join("; ", differences));
  }

  private static void compare(String when, JsonNode answer, List<String> differences) {
    var sent = leaves(JsonMapper.shared().readTree(CpsFlow.TREE));
    var read = leaves(answer);
    if (!sent.equals(read)) {
      var missing = Sets.difference(sent, read);
      var more = Sets.difference(read, sent);
      differences.add(
          "%s: %d values are missing or other (%s), %d are not in what was sent (%s)"
              .formatted(when, missing.size(), first(missing), more.size(), first(more)));
    }
  }

  private static String first(Set<String> values) {
    return values.stream().sorted().findFirst().orElse("none");
  }

  /**
   * Returns every leaf with its path, list entries by their keys: the same for two trees exactly
   * where they hold the same data, whatever the order of lists, the prefixes of names, the nesting
   * of the answer and the spelling of numbers.
   */
  static Set<String> leaves(JsonNode tree) {
    var leaves = new HashSet<String>();
    for (var root : tree.isArray() ? tree : JsonMapper.shared().createArrayNode().add(tree)) {
      CpsFlow.fragments(root)
          .forEach((xpath, own) -> {
            leaves.add(xpath);
            own.properties()
                .forEach(it -> leaves.add(xpath + "/" + it.getKey() + "=" + text(it.getValue())));
          });
    }
    return leaves;
  }

  /** RFC 7951 (6.1) writes decimals and 64-bit integers as strings, ONAP CPS 3.8 as numbers. */
  private static String text(JsonNode value) {
    return NUMBER.matcher(value.asString("")).matches()
        ? new BigDecimal(value.asString()).stripTrailingZeros().toPlainString()
        : value.toString();
  }
}
