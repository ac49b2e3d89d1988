package org.reprise.cps.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.fault.Busy;
import org.springframework.util.unit.DataSize;

/** Modules that are small as text and large once expanded are refused before that. */
class StatementCounterTest {
  private static String module(String name, String body) {
    return "module %s { yang-version 1.1; namespace 'urn:%s'; prefix %s; %s }"
        .formatted(name, name, name, body);
  }

  private static String doubling(int times) {
    StringBuilder body = new StringBuilder("grouping g0 { leaf a { type string; } }\n");
    for (int i = 1; i <= times; i++) {
      body.append(
          "grouping g%d { container a { uses g%d; } container b { uses m:g%d; } }\n"
              .formatted(i, i - 1, i - 1));
    }
    return module("m", body + "uses g" + times + ";");
  }

  private static String doublingUnions(int times) {
    StringBuilder body = new StringBuilder("typedef t0 { type int8; }\n");
    for (int i = 1; i <= times; i++) {
      body.append(
          "typedef t%d { type union { type t%d; type t%d; } }\n".formatted(i, i - 1, i - 1));
    }
    return module("m", body + "leaf a { type t" + times + "; }");
  }

  private static YangSchema parse(String... modules) {
    return parse(SchemaLimits.DEFAULT, modules);
  }

  private static YangSchema parse(SchemaLimits limits, String... modules) {
    Map<String, String> sources = new java.util.TreeMap<>();
    for (String module : modules) {
      sources.put(module.split(" ")[1] + ".yang", module);
    }
    return new YangModules(limits).schema("digest", () -> new YangSources(sources));
  }

  private static void refused(String what, String... modules) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(10),
        () ->
            assertThatExceptionOfType(InvalidYang.class)
                .isThrownBy(() -> parse(modules))
                .satisfies(thrown -> assertThat(thrown.details()).contains(what)));
  }

  @Test
  void refusesThirtyDoublingGroupings() {
    assertThat(doubling(30)).hasSizeLessThan(3_000);
    refused("statements once their groupings", doubling(30));
  }

  @Test
  void refusesDoublingUnions() {
    refused("A type has", doublingUnions(12));
    refused("statements once", doublingUnions(30));
  }

  @Test
  void appliesTheConfiguredLimit() {
    SchemaLimits small =
        new SchemaLimits(100, DataSize.ofMegabytes(1), Duration.ofSeconds(10), Duration.ofHours(1));
    assertThat(parse(doubling(4)).root().children()).hasSize(2);
    assertThatExceptionOfType(InvalidYang.class)
        .isThrownBy(() -> parse(small, doubling(4)))
        .satisfies(thrown -> assertThat(thrown.details()).contains("at most 100"));
  }

  @Test
  void countsGroupingsOfOtherModulesAndScopes() {
    String submodule =
        "submodule s { yang-version 1.1; belongs-to m { prefix p; } grouping far { leaf a { type"
            + " string; } leaf b { type string; } } }";
    String module =
        module(
            "m",
            """
            include s;
            container c { grouping near { uses far; } list l { key a; uses near; } }
            uses far;
            """);
    String other = module("o", "import m { prefix x; } container d { uses x:far; }");

    // yangtools finds the same top-level nodes.
    YangSchema schema = parse(module, submodule, other);
    assertThat(schema.root().children()).hasSize(4);

    assertThat(schema.weight())
        .as("statements of far, near, l, the root's far and d's far, and their frames")
        .isGreaterThan(5 * 5 * 300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grouping a { uses b; } grouping b { uses a; } uses a;",
        "uses nowhere;",
        "leaf a { type x:nowhere; }",
        "grouping \"a\\q\" { }",
        "leaf a { type leafref { path ../b; } } leaf b { type leafref { path ../a; } }",
        "leaf a { type leafref { path ../nowhere; } }",
        "container c { } leaf a { type leafref { path ../c; } }",
        "leaf a { type union; }"
      })
  void leavesInvalidModulesToYangtools(String body) {
    assertThatExceptionOfType(InvalidYang.class).isThrownBy(() -> parse(module("m", body)));
  }

  @Test
  void cachesTheLargestSchemaSetAllowed() {
    SchemaLimits limits = SchemaLimits.DEFAULT;
    assertThat(
            (long) YangSchema.BYTES_OF_STATEMENT * limits.maxStatements() + YangSources.MAX_BYTES)
        .isLessThanOrEqualTo(limits.cache().toBytes());
  }

  @Test
  void refusesCircularLeafrefs() {
    refused(
        "in a circle",
        module(
            "m",
            """
            leaf a { type leafref { path ../b; } }
            leaf b { type leafref { path ../c; } }
            leaf c { type leafref { path ../b; } }
            """));
  }

  @Test
  void refusesLongChainsOfLeafrefs() {
    StringBuilder chain = new StringBuilder("container c {\n");
    for (int i = 0; i < 200; i++) {
      chain.append("leaf a%d { type leafref { path ../a%d; } }\n".formatted(i, i + 1));
    }
    refused("more than 100 others", module("m", chain + "leaf a200 { type string; } }"));
  }

  @Test
  void boundsTheCacheByMemory() {
    List<String> large = List.of(doubling(10));
    YangModules modules =
        new YangModules(
            new SchemaLimits(
                300_000, DataSize.ofKilobytes(64), Duration.ofSeconds(10), Duration.ofHours(1)));
    YangSources sources = new YangSources(Map.of("m.yang", large.getFirst()));
    YangSchema first = modules.schema("large", () -> sources);
    YangSources small = new YangSources(Map.of("m.yang", doubling(1)));
    modules.schema("small", () -> small);
    assertThat(first.weight()).isGreaterThan(64 * 1024);
    AtomicInteger parsed = new AtomicInteger();
    for (String digest : List.of("small", "large")) {
      modules.schema(
          digest,
          () -> {
            parsed.incrementAndGet();
            return digest.equals("small") ? small : sources;
          });
      assertThat(parsed).as(digest).hasValue(digest.equals("small") ? 0 : 1);
    }
  }

  // Each has room, both together have not.
  @Test
  void aSchemaSetThatIsUsedIsParsedOnceHoweverOftenAnotherWasUsed() {
    YangSources one = new YangSources(Map.of("m.yang", doubling(6)));
    YangSources other = new YangSources(Map.of("m.yang", doubling(6).replace("urn:m", "urn:n")));
    YangModules modules =
        new YangModules(
            new SchemaLimits(
                300_000,
                DataSize.ofBytes(parse(doubling(6)).weight() * 3 / 2),
                Duration.ofSeconds(10),
                Duration.ofHours(1)));
    for (int i = 0; i < 100; i++) {
      modules.schema("one", () -> one);
    }
    AtomicInteger parsed = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      modules.schema(
          "other",
          () -> {
            parsed.incrementAndGet();
            return other;
          });
    }
    assertThat(parsed).hasValue(1);
  }

  @Test
  void aRequestWaitsForAParserOnlySoLong() throws InterruptedException {
    YangModules modules =
        new YangModules(
            new SchemaLimits(
                300_000, DataSize.ofMegabytes(1), Duration.ofMillis(50), Duration.ofHours(1)));
    YangSources sources = new YangSources(Map.of("m.yang", doubling(1)));
    CountDownLatch working = new CountDownLatch(2);
    CountDownLatch goOn = new CountDownLatch(1);
    List<Thread> others = new ArrayList<>();
    for (String digest : List.of("one", "other")) {
      others.add(
          Thread.startVirtualThread(() ->
              modules.schema(
                  digest,
                  () -> {
                    working.countDown();
                    awaitUnchecked(goOn);
                    return sources;
                  })));
    }
    working.await();

    assertThatExceptionOfType(Busy.class).isThrownBy(() -> modules.schema("third", () -> sources));
    // The same sources as those that are being parsed: no longer either.
    assertThatExceptionOfType(Busy.class).isThrownBy(() -> modules.schema("one", () -> sources));

    goOn.countDown();
    for (Thread other : others) {
      other.join();
    }
    assertThat(modules.schema("third", () -> sources)).isNotNull();
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
