package org.reprise.load.suite;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Check;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;

/**
 * A run's verdicts and checks as the XML that CI servers read from JUnit: a suite for the system, a
 * case for each claim and check, and one for the run's validity.
 *
 * @param strict whether a claim that Differs is a failure; else it passes, and its text says so
 */
public record JUnitXml(RunRecord run, boolean strict) {
  private static final Template TEMPLATE = RunReport.template("junit", Escapers.HTML);

  /** At most one of failure, error and skip is there; a case without any has passed. */
  record Case(
      String kind,
      String name,
      @Nullable String failure,
      @Nullable String error,
      @Nullable String skip,
      String detail) {}

  /** Writes {@code junit.xml} beside run.json. */
  public static void write(RunDirectory directory, RunRecord run, boolean strict)
      throws IOException {
    directory.write("junit.xml", new JUnitXml(run, strict).text());
  }

  String text() {
    // XML 1.0 has no place for control characters, which a server's answer may hold.
    return TEMPLATE.execute(this).replaceAll("[\\p{Cc}\uFFFE\uFFFF&&[^\t\n\r]]", "?");
  }

  List<Case> cases() {
    return Stream.of(
            Stream.of(validity()),
            run.claims().stream().map(this::of),
            run.measured().checks().stream().map(JUnitXml::of))
        .flatMap(it -> it)
        .toList();
  }

  private Case validity() {
    var reasons = run.valid() ? null : String.join("; ", run.invalidReasons());
    return new Case("run", "valid", null, reasons, null, "");
  }

  private Case of(ClaimRecord claim) {
    var why = "%s: %s".formatted(claim.verdict(), Objects.requireNonNullElse(claim.why(), ""));
    var values = "report %s, here %s".formatted(claim.published(), claim.measured());
    var detail = "%s: %s; %s".formatted(claim.verdict(), claim.text(), values);
    return switch (claim.verdict()) {
      case REPRODUCED -> new Case("claims", claim.id(), null, null, null, detail);
      case DIFFERS ->
          new Case("claims", claim.id(), strict ? "Differs: " + values : null, null, null, detail);
      case INVALID ->
          strict || !run.valid()
              ? new Case("claims", claim.id(), null, why, null, detail)
              : new Case("claims", claim.id(), null, null, why, detail);
      case BY_CONSTRUCTION, NOT_COMPARABLE, NOT_MEASURED ->
          new Case("claims", claim.id(), null, null, why, detail);
    };
  }

  private static Case of(Check check) {
    return new Case(
        "checks",
        check.id(),
        check.passed() ? null : "failed: " + check.detail(),
        null,
        null,
        check.detail());
  }

  long failures() {
    return count(Case::failure);
  }

  long errors() {
    return count(Case::error);
  }

  long skipped() {
    return count(Case::skip);
  }

  private long count(Function<Case, @Nullable String> part) {
    return cases().stream().filter(it -> part.apply(it) != null).count();
  }

  String seconds() {
    return Long.toString(run.manifest().duration().toSeconds());
  }

  String started() {
    return run.manifest().started().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
