package org.reprise.load;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A ratchet: the lines of main code of each module beside this one only go down. */
class ModuleLinesTest {
  private static final Path ROOT = Path.of("..");

  /** How far a limit may be above the lines, so that not every deletion needs a new limit. */
  private static final int SLACK = 25;

  /** Module and the most lines of Java under {@code src/main/java}. */
  private static final String LIMITS =
      """
      content-store 9986
      cps-core 12431
      ebms-adapter 15630
      gc-service 9752
      ldx-indexer 8747
      list-refresh 17612
      local-stack 5591
      lyo-peer 540
      oslc-client 286
      oslc-kit 4758
      service-kit 3783
      trs-feed 3914
      """;

  @Test
  void noModuleGrows() {
    Map<String, Integer> limits = limits(LIMITS);
    Map<String, Integer> counted =
        limits.keySet().stream().collect(toMap(it -> it, ModuleLinesTest::lines));

    assertThat(differences(limits, counted)).isEmpty();
  }

  @Test
  void listsEachModule() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      assertThat(
              modules
                  .filter(it -> Files.isDirectory(it.resolve("src/main/java")))
                  .map(it -> it.getFileName().toString())
                  .filter(it -> !it.equals("load-tests") && !it.equals("cps-samples")))
          .containsExactlyInAnyOrderElementsOf(limits(LIMITS).keySet());
    }
  }

  @Test
  void saysWhichLimitToWrite() {
    Map<String, Integer> limits = limits("less 100\nmore 100\nnear 100\nsame 100\n");
    Map<String, Integer> counted = Map.of("less", 74, "more", 101, "near", 75, "same", 100);

    assertThat(differences(limits, counted))
        .containsExactly(
            "less became smaller: write \"less 74\"",
            "more has 101 lines: make it smaller, its limit is 100");
  }

  private static List<String> differences(
      Map<String, Integer> limits, Map<String, Integer> counted) {
    return new TreeMap<>(counted)
        .entrySet().stream()
            .map(it -> difference(it.getKey(), limits.get(it.getKey()), it.getValue()))
            .filter(it -> !it.isEmpty())
            .toList();
  }

  private static String difference(String module, int limit, int lines) {
    if (lines > limit) {
      return "%s has %d lines: make it smaller, its limit is %d".formatted(module, lines, limit);
    }
    return lines < limit - SLACK
        ? "%s became smaller: write \"%s %d\"".formatted(module, module, lines)
        : "";
  }

  private static Map<String, Integer> limits(String text) {
    return text.lines()
        .map(it -> it.split(" "))
        .collect(toMap(it -> it[0], it -> Integer.parseInt(it[1])));
  }

  private static int lines(String module) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files
          .filter(it -> it.toString().endsWith(".java"))
          .mapToInt(ModuleLinesTest::linesOf)
          .sum();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static int linesOf(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return Math.toIntExact(lines.count());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
