package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a report's figures say beyond their sizes, so that it can hold on another machine.
 *
 * @param id unique in its report
 * @param text the claim in a sentence
 * @param basis the published figures behind it, in words
 * @param byConstruction where the claim follows from an input of ours and is therefore never
 *     counted as reproduced, why; null otherwise
 * @param processors roles that must have processors of their own for it to be judged; null for none
 * @param each the values of each placeholder in braces that its check's expressions hold, such as
 *     {@code avg(remote-{setting}, {operation})}: it is made for every combination of them; null
 *     where there is none
 * @param during further experiments without which the check says nothing; null where there is none
 * @param singleFactor how many times its bound, or what fraction of it, a value that was measured
 *     once must be to decide: its spread is not known; null for {@link #SINGLE_FACTOR}
 * @param check how it is judged
 */
public record Claim(
    String id,
    String text,
    Source source,
    String basis,
    @Nullable String byConstruction,
    @Nullable List<String> processors,
    @JsonProperty("for") @Nullable Map<String, List<String>> each,
    @Nullable List<String> during,
    @Nullable Double singleFactor,
    ClaimCheck check) {
  /** Two runs of one system on one machine lie rarely further apart. */
  public static final double SINGLE_FACTOR = 1.25;

  public Claim {
    if (singleFactor != null && !(singleFactor >= 1)) {
      throw new IllegalArgumentException(id + ": singleFactor must be 1 or more");
    }
    if (byConstruction != null && byConstruction.isBlank()) {
      throw new IllegalArgumentException(id + ": byConstruction does not say why");
    }
    processors = processors == null ? null : List.copyOf(processors);
  }

  /** Roles that must have processors of their own. */
  public List<String> needs() {
    return Objects.requireNonNullElse(processors, List.of());
  }

  /** How far from its bound a value must be that was measured once. */
  public double factorOfOne() {
    return Objects.requireNonNullElse(singleFactor, SINGLE_FACTOR);
  }

  /** Every combination of the placeholders' values; one without any where there is none. */
  public List<Case> cases() {
    List<Case> cases = List.of(new Case(Map.of()));
    for (var placeholder :
        Objects.requireNonNullElse(each, Map.<String, List<String>>of()).entrySet()) {
      List<Case> more = new ArrayList<>();
      for (Case one : cases) {
        placeholder.getValue().forEach(value -> more.add(one.with(placeholder.getKey(), value)));
      }
      cases = more;
    }
    return cases;
  }

  /** Every experiment that it looks at. */
  public List<String> experiments() {
    Stream<String> named =
        cases().stream()
            .flatMap(one -> check.expressions().map(one::of))
            .flatMap(it -> it.experiments().stream());
    return Stream.concat(named, Objects.requireNonNullElse(during, List.<String>of()).stream())
        .distinct()
        .toList();
  }

  /** Who concluded a claim. */
  public enum Source {
    /** The report says so. */
    @JsonProperty("report")
    REPORT,

    /** The report concludes nothing; we read it from its figures. */
    @JsonProperty("ours")
    OURS
  }

  /** One combination of values. */
  public record Case(Map<String, String> values) {
    public Case {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    private Case with(String placeholder, String value) {
      Map<String, String> more = new LinkedHashMap<>(values);
      more.put(placeholder, value);
      return new Case(more);
    }

    public Expression of(String expression) {
      String text = expression;
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace("{" + value.getKey() + "}", value.getValue());
      }
      return Expression.parse(text);
    }

    /** For messages, for example {@code 2x500, create-node}; empty where there is but one. */
    public String name() {
      return String.join(", ", values.values());
    }
  }
}
