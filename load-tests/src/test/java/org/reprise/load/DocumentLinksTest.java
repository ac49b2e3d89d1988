package org.reprise.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between documents, and from them to files; lengths of their lines. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern ID = Pattern.compile("id=\"([^\"]+)\"");
  private static final Pattern METHOD = Pattern.compile("\\]\\(([^)#\\s]*\\.java)\\)`\\.(\\w+)`");
  private static final int MAX_WORDS = 200;

  @Test
  void eachLinkedFileExists() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (MatchResult link : links(document)) {
        links++;
        if (!Files.exists(target(document, link))) {
          broken.add(ROOT.relativize(document) + ": " + link.group(1));
        }
      }
    }
    assertThat(links).isGreaterThan(50);
    assertThat(broken).isEmpty();
  }

  @Test
  void eachLinkedHeadingExists() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      for (MatchResult link : links(document)) {
        Path target = target(document, link);
        if (link.group(2) != null
            && target.toString().endsWith(".md")
            && !anchors(target).contains(link.group(2))) {
          broken.add(ROOT.relativize(document) + ": " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void eachNamedMethodExists() throws IOException {
    List<String> missing = new ArrayList<>();
    int methods = 0;
    for (Path document : documents()) {
      for (MatchResult method : METHOD.matcher(Files.readString(document)).results().toList()) {
        methods++;
        Path source = document.resolveSibling(method.group(1));
        if (!Files.readString(source).contains(" " + method.group(2) + "(")) {
          missing.add(ROOT.relativize(document) + ": " + method.group());
        }
      }
    }
    assertThat(methods).isGreaterThan(10);
    assertThat(missing).isEmpty();
  }

  @Test
  void linesAreShort() throws IOException {
    List<String> isLong = new ArrayList<>();
    for (Path document : documents()) {
      for (String line : Files.readAllLines(document)) {
        if (line.split("\\s+").length >= MAX_WORDS) {
          isLong.add(ROOT.relativize(document) + ": " + line.substring(0, 80));
        }
      }
    }
    assertThat(isLong).isEmpty();
  }

  private static List<MatchResult> links(Path document) throws IOException {
    return LINK.matcher(Files.readString(document))
        .results()
        .filter(link -> !link.group(1).matches("[a-z]+:.*"))
        .toList();
  }

  private static Path target(Path document, MatchResult link) {
    return link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
  }

  /** Returns the names under which headings are found, as GitHub forms them, and ids in HTML. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    boolean isCode = false;
    for (String line : Files.readAllLines(document)) {
      isCode ^= line.startsWith("```");
      if (!isCode && line.startsWith("#")) {
        String heading = line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT);
        anchors.add(heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
      }
      ID.matcher(line).results().forEach(id -> anchors.add(id.group(1)));
    }
    return anchors;
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(docs, top).filter(it -> it.toString().endsWith(".md")).toList();
    }
  }
}
