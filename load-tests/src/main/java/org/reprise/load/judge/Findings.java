package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Claim.Case;
import org.reprise.load.baseline.ClaimCheck;
import org.reprise.load.baseline.Expression;
import org.reprise.load.run.Digits;
import org.reprise.load.validity.Thresholds;

/**
 * What a claim's check found in one set of data: every comparison that the data allow, the numbers
 * behind them, and what the data do not tell. An experiment without data is passed over.
 */
final class Findings {
  /** More numbers than this are not listed one by one. */
  private static final int FEW = 4;

  private final Data data;
  private final PublishedData published;
  private final double singleFactor;
  private final List<Finding> list = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final Map<String, String> numbers = new LinkedHashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final SequencedSet<String> sources = new LinkedHashSet<>();
  private String rule = "";

  /** What one comparison came to, in words. */
  private record Outcome(String text, double margin) {}

  private Findings(Claim claim, Data data, PublishedData published) {
    this.data = data;
    this.published = published;
    this.singleFactor = claim.factorOfOne();
  }

  static Findings of(Claim claim, Data data, PublishedData published) {
    Findings findings = new Findings(claim, data, published);
    for (Case one : claim.cases()) {
      switch (claim.check()) {
        case ClaimCheck.Order it -> findings.order(it, one);
        case ClaimCheck.Ratio it -> findings.ratio(it, one);
        case ClaimCheck.Flat it -> findings.flat(it, one);
        case ClaimCheck.Growth it -> findings.growth(it, one);
      }
    }
    if (findings.list.isEmpty() && findings.missing.isEmpty()) {
      findings.missing.add("there is no usable value");
    }
    return findings;
  }

  List<Finding> list() {
    return list;
  }

  /** The clear counter-examples. */
  List<Finding> failing() {
    return list.stream().filter(Finding::fails).toList();
  }

  List<String> missing() {
    return List.copyOf(missing);
  }

  String text() {
    if (outcomes.isEmpty()) {
      return String.join("; ", missing);
    }
    boolean single = outcomes.size() == 1 && numbers.size() <= FEW;
    String few = single ? String.join("; ", numbers.values()) + ": " : "";
    return few + outcomes() + remarks();
  }

  /** By what it was judged, and where the spread comes from; of many the first. */
  private String remarks() {
    List<String> remarks = new ArrayList<>();
    if (!rule.isEmpty()) {
      remarks.add(rule);
    }
    if (!sources.isEmpty()) {
      String others = sources.size() > 1 ? " or others" : "";
      remarks.add("spread from " + sources.getFirst() + others);
    }
    return remarks.isEmpty() ? "" : " (" + String.join("; ", remarks) + ")";
  }

  private String outcomes() {
    if (outcomes.size() <= 2 * FEW) {
      return String.join(", ", outcomes.stream().map(Outcome::text).toList());
    }
    Comparator<Outcome> byMargin = Comparator.comparingDouble(Outcome::margin);
    return "%d comparisons, from %s to %s"
        .formatted(
            outcomes.size(),
            Collections.min(outcomes, byMargin).text(),
            Collections.max(outcomes, byMargin).text());
  }

  private void above(String where, Estimate greater, Estimate less) {
    list.add(Finding.above(where, greater, less, singleFactor));
    source(greater.above(less));
  }

  private void source(Estimate margin) {
    if (!margin.source().isEmpty()) {
      sources.add(margin.source());
    }
  }

  private void add(Case one, String outcome) {
    outcomes.add(new Outcome(labelled(one, outcome), list.getLast().margin()));
  }

  private void order(ClaimCheck.Order check, Case one) {
    Expression top = one.of(check.greater());
    Optional<Estimate> greater = read(top);
    List<Estimate> others =
        check.than().stream().map(one::of).flatMap(it -> read(it).stream()).toList();
    others.stream()
        .max(Comparator.comparingDouble(Estimate::value))
        .filter(_ -> greater.isPresent())
        .ifPresent(next -> {
          above(where(one, top), greater.get(), next);
          add(one, times(greater.get().with('/', next)));
        });
    rule = check.than().size() > 1 ? "to the next highest" : "the greater divided by the less";
    sides(top);
    check.than().stream().map(one::of).forEach(this::sides);
  }

  /** Writes a side that is a ratio itself as one: what to what, and how many times that is. */
  private void sides(Expression side) {
    List<String> parts =
        side.parts().stream().map(Expression::toString).filter(numbers::containsKey).toList();
    if (side instanceof Expression.Binary && parts.size() == 2) {
      String both = String.join(" to ", parts.stream().map(numbers::remove).toList());
      data.of(side)
          .ifPresent(it -> numbers.put(side.toString(), both + ", " + Amount.of(side, it)));
    }
  }

  private void ratio(ClaimCheck.Ratio check, Case one) {
    Expression of = one.of(check.of());
    Optional<Estimate> value = read(of);
    Optional<Estimate> least = bound(one, check.atLeast());
    Optional<Estimate> most = bound(one, check.atMost());
    if (value.isEmpty() || (least.isEmpty() && most.isEmpty())) {
      return;
    }
    least.ifPresent(it -> above(where(one, of), value.get(), it));
    most.ifPresent(it -> above(where(one, of), it, value.get()));
    add(one, Amount.of(of, value.get()));
    List<String> bounds = new ArrayList<>();
    least.ifPresent(it -> bounds.add("at least " + Amount.of(of, it)));
    most.ifPresent(it -> bounds.add("at most " + Amount.of(of, it)));
    rule = String.join(", ", bounds);
  }

  private Optional<Estimate> bound(Case one, @Nullable String text) {
    return text == null ? Optional.empty() : present(one.of(text));
  }

  private void flat(ClaimCheck.Flat check, Case one) {
    List<Estimate> values =
        check.of().stream().map(one::of).flatMap(it -> read(it).stream()).toList();
    if (values.size() < 2 || (one.name().length() > 0 && values.size() < check.of().size())) {
      return;
    }
    Comparator<Estimate> byValue = Comparator.comparingDouble(Estimate::value);
    Estimate highest = values.stream().max(byValue).orElseThrow();
    Estimate lowest = values.stream().min(byValue).orElseThrow();
    Estimate least = highest.with('*', Estimate.exact(1 - check.tolerance()));
    above(one.name(), lowest, least);
    add(one, Digits.percent(1 - lowest.value() / highest.value()) + " apart");
    rule = "tolerance " + Digits.percent(check.tolerance());
  }

  private void growth(ClaimCheck.Growth check, Case one) {
    Expression of = one.of(check.of());
    Optional<Estimate> here = read(of);
    Optional<Estimate> there = published.of(of);
    if (here.isEmpty() || there.isEmpty() || !here.get().isPositive()) {
      String whose = here.isPresent() && there.isEmpty() ? "the report's value of " : "";
      missing.add(whose + of + " is not above 0, or is not known");
      return;
    }
    list.add(Finding.alike(where(one, of), here.get(), there.get(), check.factor(), singleFactor));
    source(here.get());
    add(one, times(here.get()));
    rule = "within ×%s of the report's".formatted(Digits.exact(check.factor()));
  }

  private Optional<Estimate> present(Expression expression) {
    Optional<Estimate> value = data.of(expression);
    if (value.isEmpty()) {
      missing.add("there is no " + expression);
    }
    return value;
  }

  /** The value of an expression where there are enough values behind it. */
  private Optional<Estimate> read(Expression expression) {
    Optional<Estimate> value = present(expression);
    if (value.isEmpty()) {
      return value;
    }
    for (Expression part : expression.parts()) {
      data.of(part).ifPresent(it -> numbers.put(part.toString(), number(part, it)));
    }
    int fewest = Thresholds.STANDARD.fewestValues();
    if (value.get().count() < fewest && !value.get().isRepeated()) {
      missing.add(
          "%d values behind %s: a claim needs %d, or repetitions"
              .formatted(value.get().count(), expression, fewest));
      return Optional.empty();
    }
    return value;
  }

  private String number(Expression part, Estimate estimate) {
    return "%s %s".formatted(Amount.name(part, data.baseline()), Amount.of(part, estimate));
  }

  private static String where(Case one, Expression expression) {
    return one.name().isEmpty() ? expression.toString() : one.name();
  }

  private static String labelled(Case one, String outcome) {
    return one.name().isEmpty() ? outcome : one.name() + " " + outcome;
  }

  private static String times(Estimate ratio) {
    return Digits.times(ratio.value()) + Amount.spread(ratio);
  }
}
