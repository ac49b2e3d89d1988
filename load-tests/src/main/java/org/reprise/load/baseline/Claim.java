package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a report's figures say beyond their sizes, so that it can hold on another machine: a value,
 * most often a ratio, lies between two bounds.
 *
 * @param basis the published figures behind it, in words
 * @param byConstruction where the claim follows from an input of ours and is therefore never
 *     counted as reproduced, why; null otherwise
 * @param processors roles that must have processors of their own for it to be judged
 * @param each the values of each placeholder in braces that its expressions hold, such as {@code
 *     avg(remote-{setting}, {operation})}: it is checked for every combination of them
 * @param sampled whether the values that a profile runs stand for all: what it leaves out is passed
 *     over
 * @param during further experiments without which the check says nothing
 * @param singleFactor how many times its bound, or what fraction of it, a value that was measured
 *     once must be to decide: its spread is not known. Null for {@link #SINGLE_FACTOR}, and no room
 *     where there is a spread within one repetition; an explicit factor is needed in addition to
 *     such a spread, since the next process may differ by more
 */
public record Claim(
    String id,
    String text,
    Source source,
    String basis,
    @Nullable String byConstruction,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> processors,
    @JsonProperty("for") @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, List<String>> each,
    @JsonSetter(nulls = Nulls.AS_EMPTY) boolean sampled,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> during,
    @Nullable Double singleFactor,
    String of,
    @Nullable String atLeast,
    @Nullable String atMost) {
  /** Two runs of one system on one machine lie rarely further apart. */
  private static final double SINGLE_FACTOR = 1.25;

  /** Who concluded a claim: the report, or we from its figures where it concludes nothing. */
  public enum Source {
    @JsonProperty("report")
    REPORT,
    @JsonProperty("ours")
    OURS
  }

  /**
   * The check for one combination of the placeholders' values.
   *
   * @param values for example {@code 2x500} and {@code create-node}; none where there is but one
   */
  public record Case(
      List<Expression> values,
      Expression of,
      Optional<Expression> atLeast,
      Optional<Expression> atMost) {}

  /** How far from its bound a value must be that was measured once. */
  public double factorOfOne() {
    return Objects.requireNonNullElse(singleFactor, SINGLE_FACTOR);
  }

  public List<Case> cases() {
    Stream<Map<String, String>> all = Stream.of(Map.of());
    for (var placeholder : each.entrySet()) {
      all =
          all.flatMap(one ->
              placeholder.getValue().stream().map(value -> with(one, placeholder.getKey(), value)));
    }
    return all.map(this::filled).toList();
  }

  private static Map<String, String> with(Map<String, String> one, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(one);
    more.put(name, value);
    return more;
  }

  private Case filled(Map<String, String> values) {
    return new Case(
        values.values().stream().map(Expression::parse).toList(),
        filled(of, values),
        Optional.ofNullable(atLeast).map(it -> filled(it, values)),
        Optional.ofNullable(atMost).map(it -> filled(it, values)));
  }

  private static Expression filled(String expression, Map<String, String> values) {
    return Expression.parse(Table.fill(expression, values));
  }

  /** Returns its values, its bounds, and the experiments without which it says nothing. */
  public Stream<Expression> expressions() {
    Stream<Expression> compared =
        cases().stream()
            .flatMap(it -> Stream.of(Optional.of(it.of()), it.atLeast(), it.atMost()))
            .flatMap(Optional::stream);
    return Stream.concat(compared, during.stream().map(Expression.Name::new));
  }

  public List<String> experiments() {
    Stream<String> named = expressions().flatMap(it -> it.experiments().stream());
    return Stream.concat(named, during.stream()).distinct().toList();
  }
}
