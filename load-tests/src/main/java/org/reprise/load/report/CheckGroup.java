package org.reprise.load.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.List;
import org.reprise.load.measure.Check;

/**
 * Checks of one kind.
 *
 * @param kind what stands before the first dot of their ids, for example {@code lists-equal}
 */
record CheckGroup(String kind, List<Check> checks) {
  static List<CheckGroup> of(List<Check> checks) {
    return checks.stream()
        .collect(groupingBy(it -> it.id().replaceAll("\\..*", ""), LinkedHashMap::new, toList()))
        .entrySet()
        .stream()
        .map(it -> new CheckGroup(it.getKey(), it.getValue()))
        .toList();
  }

  boolean passed() {
    return checks.stream().allMatch(Check::passed);
  }

  /** One line: the kind with its counts, and the details of what failed. */
  String line() {
    if (checks.size() == 1) {
      String detail = checks.getFirst().detail();
      return detail.isEmpty() ? kind : kind + ": " + detail;
    }
    String failed =
        checks.stream()
            .filter(it -> !it.passed())
            .map(it -> it.id() + ": " + it.detail())
            .collect(joining("; "));
    return "%s (%d of %d passed)%s"
        .formatted(
            kind,
            checks.stream().filter(Check::passed).count(),
            checks.size(),
            failed.isEmpty() ? "" : ": " + failed);
  }
}
