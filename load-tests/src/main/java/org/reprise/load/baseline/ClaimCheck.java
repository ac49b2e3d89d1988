package org.reprise.load.baseline;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a claim is checked: on orders, ratios, plateaus and growth, which survive another machine.
 * Each kind compares {@linkplain Expression expressions}. Those of one check may hold placeholders
 * in braces, such as {@code avg(remote-{setting}, {operation})}; {@code for} names their values,
 * and the check is made for every combination of them.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ClaimCheck.Order.class, name = "order"),
  @JsonSubTypes.Type(value = ClaimCheck.Ratio.class, name = "ratio"),
  @JsonSubTypes.Type(value = ClaimCheck.Flat.class, name = "flat"),
  @JsonSubTypes.Type(value = ClaimCheck.Growth.class, name = "growth")
})
public sealed interface ClaimCheck {
  /** The values of each placeholder; null where there is none. */
  @Nullable Map<String, List<String>> each();

  /** Further experiments without which the check says nothing; null where there is none. */
  @Nullable List<String> during();

  /** Every expression of it, as it is written, placeholders included. */
  List<String> expressions();

  /**
   * One value is above each of some others.
   *
   * @param each see {@link ClaimCheck}
   * @param during see {@link #during()}
   * @param greater the expression of the highest
   * @param than the expressions of the others
   */
  record Order(
      @JsonProperty("for") @Nullable Map<String, List<String>> each,
      @Nullable List<String> during,
      String greater,
      List<String> than)
      implements ClaimCheck {
    public Order {
      than = List.copyOf(than);
    }

    @Override
    public List<String> expressions() {
      return Stream.concat(Stream.of(greater), than.stream()).toList();
    }
  }

  /**
   * A value lies between two bounds.
   *
   * @param each see {@link ClaimCheck}
   * @param during see {@link #during()}
   * @param of the expression of the value, most often a ratio
   * @param atLeast lower bound, an expression too; null where there is none
   * @param atMost upper bound; null where there is none
   */
  record Ratio(
      @JsonProperty("for") @Nullable Map<String, List<String>> each,
      @Nullable List<String> during,
      String of,
      @Nullable String atLeast,
      @Nullable String atMost)
      implements ClaimCheck {
    public Ratio {
      if (atLeast == null && atMost == null) {
        throw new IllegalArgumentException("a ratio needs atLeast, atMost or both");
      }
    }

    @Override
    public List<String> expressions() {
      return Stream.of(of, atLeast, atMost).filter(it -> it != null).map(String::valueOf).toList();
    }
  }

  /**
   * Values lie within a tolerance: (highest - lowest) / highest.
   *
   * @param each see {@link ClaimCheck}
   * @param during see {@link #during()}
   * @param of their expressions
   * @param tolerance how far apart they may lie, a share of the highest
   */
  record Flat(
      @JsonProperty("for") @Nullable Map<String, List<String>> each,
      @Nullable List<String> during,
      List<String> of,
      double tolerance)
      implements ClaimCheck {
    public Flat {
      of = List.copyOf(of);
      if (!(tolerance > 0 && tolerance < 1)) {
        throw new IllegalArgumentException(
            "tolerance is a share between 0 and 1, was " + tolerance);
      }
    }

    @Override
    public List<String> expressions() {
      return of;
    }
  }

  /**
   * A value, most often what an average grew to, is that of the report, give or take a factor.
   *
   * @param each see {@link ClaimCheck}
   * @param during see {@link #during()}
   * @param of its expression, which must have a published value too
   * @param factor how far it may lie from the report's, either way (2 is half to double)
   */
  record Growth(
      @JsonProperty("for") @Nullable Map<String, List<String>> each,
      @Nullable List<String> during,
      String of,
      double factor)
      implements ClaimCheck {
    public Growth {
      if (!(factor > 1)) {
        throw new IllegalArgumentException("factor must be above 1, was " + factor);
      }
    }

    @Override
    public List<String> expressions() {
      return List.of(of);
    }
  }

  /** Every combination of the placeholders' values; one without any where there is none. */
  default List<Case> cases() {
    List<Case> cases = List.of(new Case(Map.of()));
    Map<String, List<String>> values = each();
    if (values == null) {
      return cases;
    }
    for (Map.Entry<String, List<String>> placeholder : values.entrySet()) {
      List<Case> more = new ArrayList<>();
      for (Case one : cases) {
        placeholder.getValue().forEach(value -> more.add(one.with(placeholder.getKey(), value)));
      }
      cases = more;
    }
    return cases;
  }

  /** Every experiment that it looks at. */
  default List<String> experiments() {
    List<String> more = during();
    Stream<String> named =
        cases().stream()
            .flatMap(one -> expressions().stream().map(one::of))
            .flatMap(it -> it.experiments().stream());
    return Stream.concat(named, more == null ? Stream.of() : more.stream()).distinct().toList();
  }

  /**
   * One combination of values.
   *
   * @param values by placeholder
   */
  record Case(Map<String, String> values) {
    public Case {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    private Case with(String placeholder, String value) {
      Map<String, String> more = new LinkedHashMap<>(values);
      more.put(placeholder, value);
      return new Case(more);
    }

    /** The expression with its placeholders filled. */
    public Expression of(String expression) {
      String text = expression;
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace("{" + value.getKey() + "}", value.getValue());
      }
      return Expression.parse(text);
    }

    /** For messages, for example {@code 2x500, create-node}; empty where there is but one. */
    public String name() {
      return values.values().stream().collect(joining(", "));
    }
  }
}
