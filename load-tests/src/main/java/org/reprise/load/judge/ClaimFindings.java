package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.ClaimCheck;
import org.reprise.load.baseline.Operation;
import org.reprise.load.run.Digits;

/** Applies the kinds of {@link ClaimCheck} to data. An experiment without data is passed over. */
final class ClaimFindings {
  private final Baseline baseline;
  private final PublishedEvidence published;
  private final OpenFindings open;
  private final ListsFindings lists;

  ClaimFindings(Baseline baseline) {
    this.baseline = baseline;
    this.published = new PublishedEvidence(baseline);
    this.open = new OpenFindings(baseline);
    this.lists = new ListsFindings(baseline);
  }

  Findings of(ClaimCheck check, Evidence data) {
    return switch (check) {
      case ClaimCheck.HighestAverage it -> highest(it, data);
      case ClaimCheck.FlatThroughput it -> flat(it, data);
      case ClaimCheck.AgreeingAverages it -> agreeing(it, data);
      case ClaimCheck.Faster it -> faster(it, data);
      case ClaimCheck.Growth it -> growth(it, data);
      case ClaimCheck.StableAverage it -> open.stable(it, data);
      case ClaimCheck.SteepBeyondKnee it -> open.steep(it, data);
      case ClaimCheck.NoErrors it -> open.noErrors(it, data);
      case ClaimCheck.AverageBelow it -> open.averageBelow(it, data);
      case ClaimCheck.StableResource it -> open.resource(it, data);
      case ClaimCheck.EqualQuantities it -> open.equal(it, data);
      case ClaimCheck.QuantityRatio it -> open.ratio(it, data);
      case ClaimCheck.SmallerPenalty it -> lists.smallerPenalty(it, data);
      case ClaimCheck.Shorter it -> lists.shorter(it, data);
      case ClaimCheck.UsageRatio it -> lists.usage(it, data);
      case ClaimCheck.HeapGrowth it -> lists.heap(it, data);
    };
  }

  private Findings highest(ClaimCheck.HighestAverage check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String experiment : check.experiments()) {
      Optional<Reading> top = data.average(experiment, check.operation());
      Optional<Reading> next =
          baseline.operations().stream()
              .map(Operation::id)
              .filter(operation -> !operation.equals(check.operation()))
              .flatMap(operation -> data.average(experiment, operation).stream())
              .max(Comparator.comparingDouble(Reading::value));
      if (top.isPresent() && next.isPresent()) {
        found.add(difference(experiment, top.get(), next.get()));
        text.add(
            "%s %s".formatted(experiment, Digits.times(top.get().value() / next.get().value())));
      }
    }
    return new Findings(
        found,
        "%s divided by the next highest: %s".formatted(title(check.operation()), list(text)));
  }

  private static Findings flat(ClaimCheck.FlatThroughput check, Evidence data) {
    List<Reading> rates =
        check.experiments().stream().flatMap(e -> data.throughput(e).stream()).toList();
    if (rates.isEmpty()) {
      return new Findings(List.of(), "no data");
    }
    String text =
        rates.stream().map(r -> Digits.of(r.value())).collect(joining(", ", "", " flows/s"));
    if (rates.size() == 1) {
      return new Findings(List.of(), text);
    }
    Comparator<Reading> byValue = Comparator.comparingDouble(Reading::value);
    Reading highest = rates.stream().max(byValue).orElseThrow();
    Reading lowest = rates.stream().min(byValue).orElseThrow();
    double apart = (highest.value() - lowest.value()) / highest.value();
    double spread = Reading.together(highest.share(), lowest.share());
    return new Findings(
        List.of(new Finding("throughput", check.tolerance() - apart, spread)),
        "%s: %s apart (tolerance %s)"
            .formatted(text, Digits.percent(apart), Digits.percent(check.tolerance())));
  }

  private static Findings agreeing(ClaimCheck.AgreeingAverages check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String experiment : check.experiments()) {
      List<Reading> averages =
          check.operations().stream()
              .flatMap(operation -> data.average(experiment, operation).stream())
              .sorted(Comparator.comparingDouble(Reading::value))
              .toList();
      if (averages.size() == check.operations().size()) {
        Reading lowest = averages.getFirst();
        Reading highest = averages.getLast();
        double ratio = highest.value() / lowest.value();
        double spread = ratio * Reading.together(highest.share(), lowest.share());
        found.add(new Finding(experiment, check.tolerance() - (ratio - 1), spread));
        text.add("%s %s".formatted(experiment, Digits.percent(ratio - 1)));
      }
    }
    return new Findings(
        found, "%s apart (tolerance %s)".formatted(list(text), Digits.percent(check.tolerance())));
  }

  private Findings faster(ClaimCheck.Faster check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String operation : check.operations()) {
      List<String> factors = new ArrayList<>();
      for (ClaimCheck.Faster.Pair pair : check.pairs()) {
        Optional<Reading> fast = data.average(pair.faster(), operation);
        Optional<Reading> slow = data.average(pair.slower(), operation);
        if (fast.isPresent() && slow.isPresent()) {
          found.add(difference(pair.faster() + " " + title(operation), slow.get(), fast.get()));
          factors.add(Digits.times(slow.get().value() / fast.get().value()));
        }
      }
      text.add("%s %s".formatted(title(operation), list(factors)));
    }
    return new Findings(found, "slower / faster: " + String.join("; ", text));
  }

  private Findings growth(ClaimCheck.Growth check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String operation : check.operations()) {
      Optional<Reading> here = growth(check, operation, data);
      Optional<Reading> there = growth(check, operation, published);
      if (here.isPresent() && there.isPresent()) {
        double off = Math.abs(Math.log(here.get().value() / there.get().value()));
        found.add(
            new Finding(title(operation), Math.log(check.factor()) - off, here.get().share()));
        text.add("%s %s".formatted(title(operation), Digits.times(here.get().value())));
      }
    }
    return new Findings(found, list(text));
  }

  private static Optional<Reading> growth(
      ClaimCheck.Growth check, String operation, Evidence data) {
    Optional<Reading> from = of(operation, check.from(), data);
    Optional<Reading> to = of(operation, check.to(), data);
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    double growth = to.get().value() / from.get().value();
    return Optional.of(
        new Reading(growth, growth * Reading.together(from.get().share(), to.get().share())));
  }

  private static Optional<Reading> of(String operation, String experiment, Evidence data) {
    return operation.equals(ClaimCheck.Growth.FLOW)
        ? data.flow(experiment)
        : data.average(experiment, operation);
  }

  private static Finding difference(String where, Reading higher, Reading lower) {
    return new Finding(
        where, higher.value() - lower.value(), Reading.together(higher.spread(), lower.spread()));
  }

  private String title(String operation) {
    return operation.equals(ClaimCheck.Growth.FLOW)
        ? "whole flow"
        : baseline.operations().stream()
            .filter(o -> o.id().equals(operation))
            .map(Operation::title)
            .findFirst()
            .orElse(operation);
  }

  private static String list(List<String> parts) {
    return parts.isEmpty() ? "no data" : String.join(", ", parts);
  }
}
