package org.reprise.load.judge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Claim.Case;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Expression.Number;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operand.Scope;
import org.reprise.load.baseline.Unit;
import org.reprise.load.baseline.Unit.Dimension;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.Verdict;

/**
 * Judges a claim by one set of data: every comparison that the data allow, the numbers behind them,
 * what the data do not tell, and the verdict. One clear counter-example refutes a claim, as clear
 * as none of all its comparisons is by chance; only all of them together reproduce it, and what
 * differs by less than its own spread decides nothing. An experiment without data is passed over.
 */
final class ClaimJudge {
  private static final int MAX_LISTED = 8; // more comparisons are not listed one by one
  private static final int MIN_VALUES = 10; // behind an average where nothing was repeated
  private static final double LONG_MS = 10_000; // from here on a time reads better in seconds
  private static final double ROUNDING = 1e-9; // relative, of values that are alike

  private final Claim claim;
  private final Data data;
  private final List<Finding> list = new ArrayList<>();
  private final LinkedHashSet<String> missing = new LinkedHashSet<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Set<String> sources = new LinkedHashSet<>();
  private int comparisons;
  private String rule = "";

  /**
   * A value that must be above another.
   *
   * @param by how far it is: the logarithm of their ratio, or their difference
   * @param room how far that must lie from 0 to decide anything where its spread is unknown
   * @param always whether room is needed beside a spread within one repetition, too, which does not
   *     tell how far the next process lies from this one
   */
  record Margin(Estimate by, double room, boolean always) {
    /** Compares values, one {@code singleFactor} times the other where room is needed. */
    static Margin of(Estimate greater, Estimate less, double singleFactor, boolean always) {
      double room =
          greater.isPositive() && less.isPositive()
              ? Math.log(singleFactor)
              : (singleFactor - 1) * Math.max(Math.abs(greater.value()), Math.abs(less.value()));
      return new Margin(greater.above(less), room, always);
    }

    /** Whether its spread alone would let it decide. */
    private boolean needsRoom() {
      return Math.abs(by.value()) > by.halfWidth() && needed(1) > by.halfWidth();
    }

    private double needed(int comparisons) {
      double more = always && by.halfWidth() > 0 && !by.isRepeated() ? room : 0;
      return by.isKnown() ? by.halfWidth(comparisons) + more : room;
    }
  }

  /**
   * One of the comparisons that a claim consists of; a claim needs all of them.
   *
   * @param where what was compared, for example {@code remote, 10 threads}; may be empty
   * @param any one of them is enough, whichever
   * @param isComplete whether all of these are known: else one that is not known may be enough
   */
  record Finding(String where, List<Margin> any, boolean isComplete) {
    boolean holds() {
      return any.stream()
          .anyMatch(it -> {
            double needed = it.needed(any.size());
            return it.by().value() > needed || (it.by().value() >= 0 && needed == 0);
          });
    }

    /** Whether it refutes a claim of so many comparisons, each of which may fail by chance. */
    boolean fails(int comparisons) {
      return isComplete && any.stream().allMatch(it -> it.by().value() < -it.needed(comparisons));
    }

    String open() {
      return !isKnown() || any.stream().anyMatch(Margin::needsRoom)
          ? "it was measured once, which decides only what is further from its bound"
          : fails(1)
              ? "so many comparisons may show a difference as large as this one by chance"
              : "the difference is smaller than its own spread";
    }

    private boolean isKnown() {
      return any.stream().allMatch(it -> it.by().isKnown());
    }
  }

  /** A verdict and its reason; only one that decides has none. */
  record Judgement(Verdict verdict, @Nullable String why) {}

  /** A value that was compared; of one that is divided by the report's, the value alone. */
  private record Outcome(String name, Expression of, Estimate value) {}

  ClaimJudge(Claim claim, Data data) {
    this.claim = claim;
    this.data = data;
    claim.cases().forEach(this::compare);
    if (list.isEmpty() && missing.isEmpty()) {
      missing.add("no usable value");
    }
  }

  private void compare(Case one) {
    String name = one.values().stream().map(this::name).collect(joining(", "));
    Estimate value = known(one.of()).orElse(null);
    if (value == null) {
      return;
    }
    if (value.count() < MIN_VALUES && !value.isRepeated()) {
      missing.add(
          "%d values behind %s: a claim needs %d, or repetitions"
              .formatted(value.count(), name(one.of()), MIN_VALUES));
      return;
    }
    Optional<Estimate> least = one.atLeast().flatMap(this::known);
    Optional<Estimate> most = one.atMost().flatMap(this::known);
    int before = list.size();
    least.ifPresent(it -> find(name, one.of(), true, it));
    int between = list.size();
    most.ifPresent(it -> find(name, one.of(), false, it));
    // Below the one bound and above the other it is never.
    comparisons += Math.max(between - before, list.size() - between);
    boolean toReport = one.of().is(Operand.TO_REPORT);
    Expression shown = toReport ? ((Call) one.of()).arguments().getFirst() : one.of();
    rule =
        Stream.concat(
                    least.map(it -> "at least " + amount(one.of(), it)).stream(),
                    most.map(it -> "at most " + amount(one.of(), it)).stream())
                .collect(joining(", "))
            + (toReport ? " of the report's" : "");
    if (least.isPresent() || most.isPresent()) {
      outcomes.add(new Outcome(name, shown, data.of(shown).orElse(value)));
    }
    if (!value.source().isEmpty()) {
      sources.add(value.source());
    }
  }

  /** The highest or lowest of several values is not known before they are compared, each alone. */
  private void find(String name, Expression of, boolean least, Estimate bound) {
    List<List<Expression>> choices = of.choices(least);
    boolean isWhole = choices.stream().flatMap(List::stream).allMatch(it -> data.of(it).isEmpty());
    // A report may give the highest value alone.
    for (List<Expression> any : isWhole ? List.of(List.of(of)) : choices) {
      List<Margin> margins =
          any.stream()
              .flatMap(it -> data.of(it).stream())
              .map(it -> least ? margin(it, bound) : margin(bound, it))
              .toList();
      if (!margins.isEmpty()) {
        boolean isComplete =
            any.stream().allMatch(it -> data.of(it).isPresent() || isPassedOver(it));
        list.add(new Finding(name, margins, isComplete));
      }
    }
  }

  private Margin margin(Estimate greater, Estimate less) {
    return Margin.of(greater, less, claim.factorOfOne(), claim.singleFactor() != null);
  }

  private Optional<Estimate> known(Expression expression) {
    List<Expression> lacking =
        expression.leaves().filter(it -> data.of(it).isEmpty()).distinct().toList();
    Optional<Estimate> value = data.of(expression);
    boolean isSampled = lacking.stream().anyMatch(this::isPassedOver);
    lacking.stream()
        .filter(it -> !isPassedOver(it))
        .forEach(it -> missing.add(data.tooFew(it).orElse("no value of " + name(it))));
    if (value.isEmpty() && missing.isEmpty() && !isSampled) {
      missing.add("no usable value of " + name(expression));
    }
    return value;
  }

  private boolean isPassedOver(Expression expression) {
    return claim.sampled() && data.isLeftOut(expression);
  }

  ClaimRecord record() {
    return record(judgement(), outcomes.isEmpty() ? null : text());
  }

  ClaimRecord record(Judgement judgement, @Nullable String here) {
    ClaimJudge there = new ClaimJudge(claim, data.published());
    // What a report gives no numbers for, it says in words.
    String published = there.list.isEmpty() ? claim.basis() : there.text();
    Verdict verdict = judgement.verdict();
    return new ClaimRecord(
        claim.id(), claim.text(), claim.source(), verdict, judgement.why(), published, here);
  }

  private List<Finding> failing() {
    return list.stream().filter(it -> it.fails(comparisons)).toList();
  }

  private Judgement judgement() {
    Optional<String> invalid =
        claim.expressions().flatMap(it -> data.invalid(it).stream()).findFirst();
    if (invalid.isPresent()) {
      return new Judgement(Verdict.INVALID, invalid.get());
    }
    // Whatever came out of what we set ourselves is no finding, even where it does not hold.
    String byConstruction = claim.byConstruction();
    if (byConstruction == null && !failing().isEmpty()) {
      return new Judgement(Verdict.DIFFERS, null);
    }
    String notRun = notRun(claim.experiments());
    if (!notRun.isEmpty()) {
      return new Judgement(Verdict.NOT_MEASURED, notRun);
    }
    if (!missing.isEmpty() && (byConstruction == null || list.isEmpty())) {
      return new Judgement(Verdict.NOT_MEASURED, missing.getFirst());
    }
    if (byConstruction != null) {
      return new Judgement(Verdict.BY_CONSTRUCTION, byConstruction);
    }
    String open = open();
    return new Judgement(open == null ? Verdict.REPRODUCED : Verdict.NOT_COMPARABLE, open);
  }

  private String notRun(List<String> experiments) {
    Map<String, String> byReason =
        experiments.stream()
            .filter(it -> data.missing(it).isPresent())
            .filter(it -> !claim.sampled() || list.isEmpty() || !data.isLeftOut(new Name(it)))
            .collect(
                groupingBy(
                    it -> data.missing(it).orElseThrow(),
                    LinkedHashMap::new,
                    mapping(it -> name(new Name(it)), joining("; "))));
    return byReason.entrySet().stream()
        .map(it -> it.getKey() + ": " + it.getValue())
        .collect(joining("; "));
  }

  private @Nullable String open() {
    List<Finding> open = list.stream().filter(it -> !it.holds()).toList();
    String places = places(open);
    return open.stream()
        .min(Comparator.comparing(Finding::isKnown))
        .map(it -> it.open() + (places.isEmpty() ? "" : ": " + places))
        .orElse(null);
  }

  private static String places(List<Finding> findings) {
    return findings.stream()
        .map(Finding::where)
        .filter(it -> !it.isEmpty())
        .distinct()
        .collect(joining("; "));
  }

  private String text() {
    String spread = sources.isEmpty() ? "" : "; spread from " + String.join(" or ", sources);
    String failing = places(failing());
    return "%s (%s%s)%s"
        .formatted(
            outcomes(), rule, spread, failing.isEmpty() ? "" : "; does not hold for " + failing);
  }

  private String text(Outcome it) {
    return (it.name().isEmpty() ? "" : it.name() + " ") + amount(it.of(), it.value());
  }

  private String outcomes() {
    if (outcomes.size() == 1) {
      return numbers(outcomes.getFirst().of()) + text(outcomes.getFirst());
    }
    if (outcomes.size() <= MAX_LISTED) {
      return outcomes.stream().map(this::text).collect(joining("; "));
    }
    List<Outcome> sorted =
        outcomes.stream().sorted(Comparator.comparingDouble(it -> it.value().value())).toList();
    return "%d comparisons, from %s to %s"
        .formatted(sorted.size(), text(sorted.getFirst()), text(sorted.getLast()));
  }

  /** What a value is made of, such as {@code alone 2 s; in parallel 4 s: }. */
  private String numbers(Expression of) {
    List<Expression> leaves = of.leaves().distinct().toList();
    List<Expression> parts =
        of instanceof Binary(char _, Expression left, Expression right)
                && Stream.of(left, right).noneMatch(Number.class::isInstance)
            ? List.of(left, right)
            : leaves;
    List<Expression> known = parts.stream().filter(it -> data.of(it).isPresent()).toList();
    if (leaves.contains(of) || (known.size() < parts.size() && !claim.sampled())) {
      return name(of) + " ";
    }
    return known.stream().map(it -> numbers(it) + amount(it)).collect(joining("; ", "", ": "));
  }

  private String amount(Expression expression) {
    return data.of(expression).map(it -> amount(expression, it)).orElse("");
  }

  /** The value in the report's unit, if it has one, with a spread that is worth writing. */
  private String amount(Expression expression, Estimate estimate) {
    Dimension dimension = expression.dimension();
    boolean isLong = dimension == Dimension.TIME && Math.abs(estimate.value()) >= LONG_MS;
    boolean isFigure = expression instanceof Name;
    boolean isNamed =
        isFigure || expression instanceof Call call && call.operand().scope() == Scope.NAME;
    String unit = isNamed ? data.baseline().unit(expression) : isLong ? "s" : dimension.unit();
    double divisor = isFigure ? 1 : isNamed || isLong ? Unit.of(unit).base() : 1;
    boolean varies = estimate.halfWidth() > ROUNDING * Math.abs(estimate.value());
    return (expression.isRatio() ? "×" : "")
        + Digits.of(estimate.value() / divisor)
        + (varies ? " ± " + Digits.of(estimate.halfWidth() / divisor) : "")
        + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }

  private String name(Expression expression) {
    return data.baseline().title(expression);
  }
}
