package org.reprise.load;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A ratchet: the lines of main code of each package only go down. A redesign that had aims of size
 * and no such test made the code 60 % larger.
 */
class PackageLinesTest {
  private static final Path MAIN = Path.of("src/main/java/org/reprise/load");

  /** Package and lines. Whoever makes a package smaller lowers its line in the same commit. */
  private static final String LINES =
      """
      baseline 1265
      chaos 308
      cli 2061
      clm 631
      content 1473
      cps 1202
      deploy 2177
      ebms 1660
      engine 1620
      gc 1563
      generator 2105
      judge 1766
      ldx 1462
      lists 2338
      measure 485
      report 1470
      run 595
      sampling 656
      suite 623
      """;

  @Test
  void noPackageGrows() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      Map<String, Long> counted =
          files
              .filter(it -> it.toString().endsWith(".java"))
              .collect(groupingBy(PackageLinesTest::name, summingLong(PackageLinesTest::lines)));
      assertThat(differences(limits(LINES), counted)).isEmpty();
    }
  }

  @Test
  void saysWhichLineToWrite() {
    Map<String, Long> limits = limits("gone 10\nless 10\nmore 10\nsame 10\n");
    Map<String, Long> counted = Map.of("added", 1L, "less", 9L, "more", 11L, "same", 10L);

    assertThat(differences(limits, counted))
        .containsExactly(
            "added is not listed: write \"added 1\"",
            "gone has no code: delete \"gone 10\"",
            "less became smaller: write \"less 9\"",
            "more has 11 lines: make it smaller, its limit is 10");
  }

  private static List<String> differences(Map<String, Long> limits, Map<String, Long> counted) {
    TreeSet<String> names = new TreeSet<>(limits.keySet());
    names.addAll(counted.keySet());
    return names.stream()
        .map(it -> difference(it, limits.get(it), counted.get(it)))
        .filter(it -> !it.isEmpty())
        .toList();
  }

  private static String difference(String name, @Nullable Long limit, @Nullable Long lines) {
    if (limit == null) {
      return "%s is not listed: write \"%s %d\"".formatted(name, name, lines);
    }
    if (lines == null) {
      return "%s has no code: delete \"%s %d\"".formatted(name, name, limit);
    }
    if (lines > limit) {
      return "%s has %d lines: make it smaller, its limit is %d".formatted(name, lines, limit);
    }
    return lines < limit ? "%s became smaller: write \"%s %d\"".formatted(name, name, lines) : "";
  }

  private static Map<String, Long> limits(String lines) {
    return lines
        .lines()
        .map(it -> it.split(" "))
        .collect(toMap(it -> it[0], it -> Long.parseLong(it[1])));
  }

  private static String name(Path file) {
    return MAIN.relativize(file.getParent()).toString().replace('/', '.');
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
