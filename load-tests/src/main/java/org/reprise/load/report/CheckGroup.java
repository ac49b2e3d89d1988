package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.load.measure.Check;
import org.reprise.load.report.PageView.Mark;

/**
 * Checks of one kind, which is what stands before the first dot of their ids.
 *
 * @param kind for example {@code lists-equal}
 * @param failed those that did not
 * @param detail of what held: the check's own where there is but one, else of which they are
 */
record CheckGroup(String kind, int passed, List<Check> failed, String detail) {
  static List<CheckGroup> of(List<Check> checks) {
    Map<String, List<Check>> kinds = new LinkedHashMap<>();
    checks.forEach(it ->
        kinds.computeIfAbsent(it.id().replaceAll("\\..*", ""), _ -> new ArrayList<>()).add(it));
    return kinds.entrySet().stream().map(it -> of(it.getKey(), it.getValue())).toList();
  }

  private static CheckGroup of(String kind, List<Check> checks) {
    List<Check> failed = checks.stream().filter(it -> !it.passed()).toList();
    int passed = checks.size() - failed.size();
    return new CheckGroup(
        kind,
        passed,
        failed,
        checks.size() == 1 && failed.isEmpty() ? checks.getFirst().detail() : "");
  }

  boolean fine() {
    return failed.isEmpty();
  }

  String word() {
    return fine() ? "passed" : "failed";
  }

  Mark mark() {
    return fine() ? new Mark("✓", "good") : new Mark("✕", "bad");
  }

  /** One line: its kind with its counts, and the details of what failed. */
  String line() {
    int all = passed + failed.size();
    String counts = all == 1 ? "" : " (%d of %d passed)".formatted(passed, all);
    List<String> details = new ArrayList<>();
    if (!detail.isEmpty()) {
      details.add(detail);
    }
    failed.forEach(
        it -> details.add(all == 1 ? it.detail() : "%s: %s".formatted(it.id(), it.detail())));
    return kind + counts + (details.isEmpty() ? "" : ": " + String.join("; ", details));
  }
}
