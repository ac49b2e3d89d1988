package org.reprise.cps.schema;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yangtools.yang.model.api.source.SourceIdentifier;
import org.opendaylight.yangtools.yang.model.spi.source.StringYangTextSource;
import org.opendaylight.yangtools.yang.parser.api.YangParser;
import org.opendaylight.yangtools.yang.parser.api.YangParserConfiguration;
import org.opendaylight.yangtools.yang.parser.api.YangParserException;
import org.opendaylight.yangtools.yang.parser.api.YangParserFactory;
import org.opendaylight.yangtools.yang.parser.api.YangSyntaxErrorException;

/**
 * Parses sources with yangtools and keeps the results, by digest of the sources: parsing the eleven
 * modules of RFC 8944's topology takes from 130 ms (warm) to 3 s (the first time).
 */
final class YangModules {
  private static final int MOST_KEPT = 100;
  private static final Pattern NOT_FOUND =
      Pattern.compile("Imported module \\[([^\\]]+)] was not found");

  private final YangParserFactory parsers =
      ServiceLoader.load(YangParserFactory.class, YangModules.class.getClassLoader())
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no YANG parser on the class path"));
  private final Cache<String, YangSchema> parsed =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).build();

  /**
   * The schema of sources with this digest.
   *
   * @throws InvalidYang with all that yangtools found wrong, outermost first
   */
  YangSchema schema(String digest, Supplier<YangSources> sources) {
    return parsed.get(digest, missing -> parse(sources.get()));
  }

  private YangSchema parse(YangSources sources) {
    String file = "";
    try {
      YangParser parser = parsers.createParser(YangParserConfiguration.DEFAULT);
      for (Map.Entry<String, String> source : sources.byFileName().entrySet()) {
        file = source.getKey();
        parser.addSource(
            new StringYangTextSource(
                SourceIdentifier.ofYangFileName(file), source.getValue(), file));
      }
      file = "";
      return new YangSchema(parser.buildEffectiveModel());
    } catch (YangSyntaxErrorException e) {
      throw new InvalidYang(
          "%s:%d:%d: %s".formatted(file, e.getLine(), e.getCharPositionInLine() + 1, reasons(e)));
    } catch (YangParserException | IOException | RuntimeException e) {
      // Some mistakes reach the parser's insides: what they throw is told as well as it can be.
      String reasons = reasons(e);
      throw new InvalidYang(
          (file.isEmpty() ? reasons : file + ": " + reasons) + hint(reasons, sources));
    } catch (StackOverflowError e) {
      // Brackets within an expression, whose reader goes one call deeper for each.
      throw new InvalidYang("An expression in the sources nests too deep.");
    }
  }

  // yangtools only says that it was not found.
  private static String hint(String reasons, YangSources sources) {
    Matcher missing = NOT_FOUND.matcher(reasons);
    if (!missing.find()) {
      return "";
    }
    Pattern module =
        Pattern.compile(
            "\\b(?:sub)?module\\s+[\"']?" + Pattern.quote(missing.group(1)) + "[\"'\\s{]");
    return sources.byFileName().entrySet().stream()
        .filter(source -> module.matcher(source.getValue()).find())
        .findFirst()
        .map(source ->
            " | %s is in %s, but not in the revision that is imported."
                .formatted(missing.group(1), source.getKey()))
        .orElse("");
  }

  /** yangtools tells the place in one exception and the fact in its cause. */
  private static String reasons(Throwable thrown) {
    Set<String> messages = new LinkedHashSet<>();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      add(cause, messages);
      for (Throwable suppressed : cause.getSuppressed()) {
        if (messages.size() < 10) {
          add(suppressed, messages);
        }
      }
    }
    messages.removeIf(String::isBlank);
    if (messages.isEmpty()) {
      messages.add("The parser gave no reason.");
    }
    String all = String.join(" | ", messages);
    return all.length() <= 2_000 ? all : all.substring(0, 2_000) + "…";
  }

  private static void add(Throwable thrown, Set<String> messages) {
    if (thrown.getMessage() != null) {
      messages.add(ParserMessage.plain(thrown.getMessage()).lines().findFirst().orElse(""));
    }
  }
}
