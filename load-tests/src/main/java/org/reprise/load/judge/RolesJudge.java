package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Role;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.run.RoleRecord;
import org.reprise.load.run.Verdict;

/** Sets the processors of a run beside the report's, and says which claims need them. */
final class RolesJudge {
  private RolesJudge() {}

  static List<RoleRecord> records(Baseline baseline, Measured measured) {
    return baseline.roles().stream()
        .filter(Role::limitable)
        .map(role -> {
          var had = had(measured, role.id());
          return new RoleRecord(
              role.id(),
              role.title(),
              Objects.requireNonNull(role.processors()),
              Objects.requireNonNull(role.cell()),
              had.map(RoleProcessors::cores).orElse(null),
              had.map(RoleProcessors::way).orElse(null),
              had.map(RoleProcessors::why).orElse(null));
        })
        .toList();
  }

  private static Optional<RoleProcessors> had(Measured measured, String role) {
    return measured.roles().stream().filter(it -> it.role().equals(role)).findFirst();
  }

  /**
   * What stands in the place of a claim's verdict where roles that need processors of their own
   * shared the machine's. Nothing is said of a system whose processes are not ours.
   */
  static Optional<Verdict> lacking(Claim claim, Measured measured) {
    var without =
        claim.needs().stream()
            .flatMap(role -> had(measured, role).stream())
            .filter(role -> role.cores() == null)
            .toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    var why =
        without.stream()
            .map(RoleProcessors::why)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("here they were not limited");
    return Optional.of(
        new Verdict.NotComparable(
            "in the report %s had processors of their own; %s"
                .formatted(
                    without.stream().map(RoleProcessors::role).collect(joining(" and ")), why)));
  }
}
