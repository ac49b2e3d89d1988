package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.base.Throwables;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Modules whose parsing would take more of the stack than there is. */
class ExpressionsTest {
  // What is accepted leaves the other half to what comes before: filters, controllers.
  private static final long HALF_OF_A_STACK = 512 * 1024;

  private static YangSchema parse(String body) {
    String module = "module m { yang-version 1.1; namespace urn:m; prefix m; %s }".formatted(body);
    FutureTask<YangSchema> parsed =
        new FutureTask<>(() -> ParsedSchemas.of(new YangSources(Map.of("m.yang", module))));
    Thread.ofPlatform().stackSize(HALF_OF_A_STACK).start(parsed);
    try {
      return parsed.get();
    } catch (ExecutionException e) {
      Throwables.throwIfUnchecked(Objects.requireNonNull(e.getCause()));
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRefused(String body, String reason) {
    assertThatExceptionOfType(InvalidYang.class)
        .isThrownBy(() -> parse(body))
        .satisfies(refused -> assertThat(refused.details()).contains(reason));
  }

  @ParameterizedTest
  @CsvSource({
    "(, 1, ), 99, 5000",
    "not(, 1, ), 99, 5000",
    "a[, 1, ], 99, 5000",
    "-, 1, '', 900, 50000",
    "1+, 1, '', 400, 50000",
    "'1 or ', 1, '', 400, 50000",
    "a/, a, '', 400, 50000",
    "a|, a, '', 400, 50000",
  })
  void refusesLongAndDeepConditions(String open, String middle, String close, int some, int many) {
    String must = "container c { must \"%s\"; }";
    assertThat(parse(must.formatted(open.repeat(some) + middle + close.repeat(some)))).isNotNull();
    assertRefused(must.formatted(open.repeat(many) + middle + close.repeat(many)), "m.yang:1:");
  }

  @ParameterizedTest
  @CsvSource({"(, ), 99, 5000", "'not ', '', 900, 50000", "'f or ', '', 400, 50000"})
  void refusesLongAndDeepFeatures(String open, String close, int some, int many) {
    String feature = "feature f; container c { if-feature \"%s\"; }";
    assertThat(parse(feature.formatted(open.repeat(some) + "f" + close.repeat(some)))).isNotNull();
    assertRefused(feature.formatted(open.repeat(many) + "f" + close.repeat(many)), "if-feature");
  }

  @ParameterizedTest
  @CsvSource({"choice c%d { case k { ,, 20", "choice c%d { case k { container d { , fits, 30"})
  void refusesChoicesNestedTooDeep(String choice, @Nullable String fits, int braces) {
    StringBuilder body =
        new StringBuilder("grouping g { choice last { leaf l { type string; } } }");
    body.append("container c { ");
    for (int i = 0; i < 10; i++) {
      body.append(choice.formatted(i));
    }
    String end = "} ".repeat(braces + 1);
    if (fits == null) {
      assertRefused(body + "uses g; " + end, "More than 10 choices");
      assertThat(parse(body + "leaf l { type string; } " + end).root().children()).hasSize(1);
    } else {
      assertThat(parse(body + "uses g; " + end).root().children()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "augment %s { container c%d; }, /m:c%d, 300, nest deeper than 250 levels",
    "augment %s { case k%2$d { choice c%2$d; } }, /m:k%1$d/m:c%1$d, 11, More than 10 choices",
  })
  void refusesChainsOfAugments(String augment, String step, int count, String reason) {
    StringBuilder body = new StringBuilder("container top { choice c0; container c0-0; } ");
    String path = "/m:top/m:" + (step.contains("k") ? "c0" : "c0-0");
    for (int i = 1; i < count; i++) {
      body.append(augment.formatted(path, i));
      path += step.formatted(i);
      if (i == 9) {
        assertThat(parse(body.toString()).root().children()).hasSize(1);
      }
    }
    assertRefused(body.toString(), reason);
  }

  private static String many(String statement) {
    return IntStream.range(0, 8_000)
        .mapToObj(statement::formatted)
        .collect(Collectors.joining(" "));
  }

  @Test
  void refusesAugmentsThatTakeTooManyComparisons() {
    String leafs = many("leaf l%d { type string; }");
    String more = many("leaf m%d { type string; }");
    for (String body :
        new String[] {
          "container c; " + many("augment /m:c { leaf l%d { type string; } }"),
          "grouping g { container c; } uses g { %s }"
              .formatted(many("augment c { leaf l%d { type string; } }")),
          "container c { %s } augment /m:c { %s }".formatted(leafs, more),
          "container c { %s } grouping g { %s } augment /m:c { uses g; }".formatted(leafs, more)
        }) {
      assertRefused(body, "too many nodes to the same targets");
    }
    String once = "container c; grouping g { %s } augment /m:c { uses g; }".formatted(leafs);
    assertThat(parse(once).locate("/c").schema().children()).hasSize(8_000);
  }

  // Each node has the names of its module: together they may fill the heap.
  @ParameterizedTest
  @ValueSource(strings = {"container %s;", "import m { prefix %s; }", "container c { leaf %s; }"})
  void refusesNamesOver255Characters(String body) {
    assertRefused(body.formatted("x".repeat(256)), "m.yang:1:");
    assertRefused(body.formatted("x".repeat(256)), "more than 255 characters");
    assertThat(parse("container " + "x".repeat(255) + ";").root().children()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"2, true", "3, false"})
  void refusesGroupingsThatNestDeeperThanTheirText(int groupings, boolean fits) {
    StringBuilder body = new StringBuilder("grouping g0 { leaf a { type string; } }");
    for (int i = 1; i <= groupings; i++) {
      body.append("grouping g%d { ".formatted(i));
      for (int level = 0; level < 110; level++) {
        body.append("container c%d-%d { ".formatted(i, level));
      }
      body.append("uses g%d; ".formatted(i - 1)).append("} ".repeat(111));
    }
    body.append("uses g%d;".formatted(groupings));
    if (fits) {
      assertThat(parse(body.toString()).root().children()).hasSize(1);
    } else {
      assertRefused(body.toString(), "nest deeper than 250 levels");
    }
  }

  @ParameterizedTest
  @CsvSource({"grouping g, uses g", "typedef t, type t"})
  void refusesLongChains(String definition, String use) {
    StringBuilder body =
        new StringBuilder(
            "%s0 { %s } "
                .formatted(
                    definition,
                    use.startsWith("uses") ? "leaf a { type string; }" : "type string;"));
    // The last one first: it leads through all others.
    for (int i = 400; i > 0; i--) {
      body.append("%s%d { %s%d; } ".formatted(definition, i, use, i - 1));
    }
    assertRefused(body.toString(), "nest deeper than 250 levels");
  }
}
