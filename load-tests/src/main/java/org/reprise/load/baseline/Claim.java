package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a report's figures say beyond their sizes, so that it can hold on another machine.
 *
 * @param id unique in its report
 * @param text the claim in a sentence
 * @param source who concluded it
 * @param basis the published figures behind it, in words
 * @param byConstruction where the claim follows from an input of ours and is therefore never
 *     counted as reproduced, why; null otherwise
 * @param byConstructionWith the same of a claim that follows from an input that only some runs
 *     have; null otherwise
 * @param processors roles that must have processors of their own for it to be judged; null for none
 * @param each the values of each placeholder in braces that its check's expressions hold, such as
 *     {@code avg(remote-{setting}, {operation})}: it is made for every combination of them; null
 *     where there is none
 * @param during further experiments without which the check says nothing; null where there is none
 * @param check how it is judged
 */
public record Claim(
    String id,
    String text,
    Source source,
    String basis,
    @Nullable String byConstruction,
    @Nullable Given byConstructionWith,
    @Nullable List<String> processors,
    @JsonProperty("for") @Nullable Map<String, List<String>> each,
    @Nullable List<String> during,
    ClaimCheck check) {
  public Claim {
    if (byConstruction != null && byConstruction.isBlank()) {
      throw new IllegalArgumentException(id + ": byConstruction does not say why");
    }
    if (byConstruction != null && byConstructionWith != null) {
      throw new IllegalArgumentException(
          id + ": it follows from an input of every run or from one of some runs, not from both");
    }
    processors = processors == null ? null : List.copyOf(processors);
  }

  /**
   * The claim as it is judged in a run.
   *
   * @param quantities that the run names, among them its inputs
   */
  public Claim in(Set<String> quantities) {
    Given given = byConstructionWith;
    if (given == null || !given.isIn(quantities)) {
      return this;
    }
    return new Claim(
        id,
        text,
        source,
        basis,
        given.why(),
        null,
        processors,
        given.check() == null ? each : null,
        during,
        Objects.requireNonNullElse(given.check(), check));
  }

  /** Roles that must have processors of their own. */
  public List<String> needs() {
    return Objects.requireNonNullElse(processors, List.of());
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

  /**
   * An input of ours that only some runs have, such as a simulated service time.
   *
   * @param quantities of which a run with this input names at least one, for example {@code
   *     scale.serviceTimeReadSeconds}
   * @param why the claim follows from it
   * @param check what is shown beside the verdict of such a run, without placeholders; null for the
   *     claim's own check
   */
  public record Given(List<String> quantities, String why, @Nullable ClaimCheck check) {
    public Given {
      quantities = List.copyOf(quantities);
      if (quantities.isEmpty() || quantities.stream().anyMatch(String::isBlank)) {
        throw new IllegalArgumentException("byConstructionWith names no quantity");
      }
      if (why.isBlank()) {
        throw new IllegalArgumentException("byConstructionWith does not say why");
      }
    }

    /**
     * Whether a run has it.
     *
     * @param named the quantities that the run names
     */
    public boolean isIn(Set<String> named) {
      return quantities.stream().anyMatch(named::contains);
    }
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

  /**
   * One combination of values.
   *
   * @param values by placeholder
   */
  public record Case(Map<String, String> values) {
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
      return String.join(", ", values.values());
    }
  }
}
