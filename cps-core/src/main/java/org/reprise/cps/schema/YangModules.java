package org.reprise.cps.schema;

import com.google.common.base.Throwables;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opendaylight.yangtools.yang.ir.IRStatement;
import org.opendaylight.yangtools.yang.model.api.source.SourceIdentifier;
import org.opendaylight.yangtools.yang.model.spi.source.StringYangTextSource;
import org.opendaylight.yangtools.yang.model.spi.source.YangIRSource;
import org.opendaylight.yangtools.yang.parser.api.YangParser;
import org.opendaylight.yangtools.yang.parser.api.YangParserConfiguration;
import org.opendaylight.yangtools.yang.parser.api.YangParserException;
import org.opendaylight.yangtools.yang.parser.api.YangParserFactory;
import org.opendaylight.yangtools.yang.parser.api.YangSyntaxErrorException;
import org.opendaylight.yangtools.yang.parser.impl.DefaultYangParserFactory;
import org.opendaylight.yangtools.yang.parser.rfc7950.repo.TextToIRTransformer;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.schema.Definitions.Definition;

/**
 * Parses sources with yangtools and keeps the results, by digest of the sources: parsing the eleven
 * modules of RFC 8944's topology takes from 130 ms (warm) to 3 s (the first time).
 */
final class YangModules {
  /** Parsers at work at the same time: each may need as much memory as a schema set may have. */
  private static final int MAX_CONCURRENT_PARSERS = 2;

  private static final long PARSER_STACK_BYTES = 16 << 20;

  /** Statements of one type: the parser needs far too long for a large union of unions. */
  private static final int MAX_TYPES = 5_000;

  /** Comparisons of nodes that augments add: some seconds of a parser. */
  private static final int MAX_COMPARISONS = 25_000_000;

  /** Braces nested deeper than this only exhaust a parser's stack. */
  private static final int MAX_BRACE_DEPTH = 200;

  /** Quoted strings and comments: a statement has seldom more than one. */
  private static final int OTHERS_FOR_STATEMENT = 3;

  /** Names and signs in all expressions together, each of which stays in memory. */
  private static final int TOKENS_FOR_STATEMENT = 10;

  private static final int BYTES_OF_TOKEN = 16;

  private static final Pattern NOT_FOUND =
      Pattern.compile("Imported module \\[([^\\]]+)] was not found");

  private final YangParserFactory parsers = new DefaultYangParserFactory();
  private final SchemaLimits limits;
  private final Cache<String, YangSchema> parsed;
  private final Semaphore parsing = new Semaphore(MAX_CONCURRENT_PARSERS);

  YangModules(SchemaLimits limits) {
    this.limits = limits;
    // The newest always finds room, however seldom it was used: Caffeine would not keep it beside
    // another one that was used often, so that each request for it would parse it again.
    this.parsed =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumWeight(limits.cache().toBytes())
            .<String, YangSchema>weigher((digest, schema) -> schema.weight())
            .build();
  }

  /**
   * The schema of sources with this digest.
   *
   * @param sources called where it is not known, with a parser's permit: what waits for one holds
   *     no sources
   * @throws InvalidYang with all that yangtools found wrong, outermost first
   * @throws Busy when no parser becomes free in time
   */
  YangSchema schema(String digest, Supplier<YangSources> sources) {
    YangSchema known = parsed.getIfPresent(digest);
    if (known != null) {
      return known;
    }
    // Before the cache is asked, where a request for the same sources would wait for its turn.
    awaitParser();
    try {
      return parsed.get(digest, () -> parseWithDeepStack(sources.get()));
    } catch (ExecutionException | UncheckedExecutionException e) {
      Throwables.throwIfUnchecked(Objects.requireNonNull(e.getCause()));
      throw new IllegalStateException("parsing throws nothing checked", e);
    } finally {
      parsing.release();
    }
  }

  // Each may need much memory, so there are few.
  private void awaitParser() {
    try {
      if (parsing.tryAcquire(limits.parserWait().toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new Busy(
        "Schema parsers busy",
        "Other schema sets are being parsed; nothing was stored. Try again.");
  }

  // yangtools takes more than 2 KB of stack for each level of nesting, on top of what the caller
  // has taken. An own thread makes the limits on nesting hold wherever the caller is.
  private YangSchema parseWithDeepStack(YangSources sources) {
    FutureTask<YangSchema> task = new FutureTask<>(() -> parse(sources));
    Thread.ofPlatform().name("yang-parser").stackSize(PARSER_STACK_BYTES).start(task);
    try {
      return Uninterruptibles.getUninterruptibly(task);
    } catch (ExecutionException e) {
      Throwables.throwIfUnchecked(Objects.requireNonNull(e.getCause()));
      throw new IllegalStateException("parsing throws nothing checked", e);
    }
  }

  private YangSchema parse(YangSources sources) {
    checkSize(sources);
    Map<String, YangIRSource> read = new LinkedHashMap<>();
    sources.byFileName().forEach((file, text) -> read.put(file, read(file, text)));
    long tokens =
        read.entrySet().stream()
            .mapToLong(source -> Expressions.check(source.getKey(), source.getValue().statement()))
            .sum();
    if (tokens > (long) TOKENS_FOR_STATEMENT * limits.maxStatements()) {
      throw new InvalidYang(
          "The expressions of the modules have %d names and signs; at most %d for each of %d statements are accepted."
              .formatted(tokens, TOKENS_FOR_STATEMENT, limits.maxStatements()));
    }
    Definitions definitions =
        new Definitions(read.values().stream().map(YangIRSource::statement).toList());
    long statements = checked(new StatementCounter(definitions));
    InheritedPatterns patterns = new InheritedPatterns(definitions);
    YangParser parser = parsers.createParser(YangParserConfiguration.DEFAULT);
    Iterator<Definition> modules = definitions.sources().iterator();
    try {
      for (Map.Entry<String, YangIRSource> source : read.entrySet()) {
        IRStatement module = patterns.addTo(modules.next());
        parser.addSource(new YangIRSource(source.getValue().sourceId(), module, source.getKey()));
      }
      long characters = sources.byFileName().values().stream().mapToLong(String::length).sum();
      return new YangSchema(
          parser.buildEffectiveModel(), statements, characters + BYTES_OF_TOKEN * tokens);
    } catch (YangParserException | IOException e) {
      String reasons = ParserMessage.reasons(e);
      throw new InvalidYang(reasons + hint(reasons, sources));
    }
  }

  private void checkSize(YangSources sources) {
    long statements = 0;
    long others = 0;
    for (Map.Entry<String, String> source : sources.byFileName().entrySet()) {
      YangTextSize size = YangTextSize.of(source.getValue());
      if (size.maxDepth() > MAX_BRACE_DEPTH) {
        throw new InvalidYang(
            "%s nests statements deeper than %d levels."
                .formatted(source.getKey(), MAX_BRACE_DEPTH));
      }
      statements += size.statements();
      others += size.others();
    }
    long max = limits.maxStatements();
    if (statements > max) {
      throw new InvalidYang(
          "The modules have %d statements; at most %d are accepted.".formatted(statements, max));
    }
    if (others > OTHERS_FOR_STATEMENT * max) {
      throw new InvalidYang(
          "The modules have %d quoted strings and comments; at most %d are accepted."
              .formatted(others, OTHERS_FOR_STATEMENT * max));
    }
  }

  /** Reads the statements of a file, not their meaning; throws InvalidYang for malformed ones. */
  static YangIRSource read(String file, String text) {
    try {
      return TextToIRTransformer.transformText(
          new StringYangTextSource(sourceId(file), text, file));
    } catch (YangSyntaxErrorException e) {
      throw new InvalidYang(
          "%s:%d:%d: %s"
              .formatted(
                  file, e.getLine(), e.getCharPositionInLine() + 1, ParserMessage.reasons(e)));
    } catch (IOException e) {
      throw new InvalidYang(file + ": " + ParserMessage.reasons(e));
    }
  }

  private static SourceIdentifier sourceId(String file) {
    try {
      return SourceIdentifier.ofYangFileName(file);
    } catch (IllegalArgumentException e) {
      throw new InvalidYang("%s is no name of a YANG file: %s".formatted(file, e.getMessage()));
    }
  }

  private long checked(StatementCounter model) {
    long statements = model.statements();
    if (statements > limits.maxStatements()) {
      throw new InvalidYang(
          """
          The modules have %d statements once their groupings and typedefs are put where they are \
          used; at most %d are accepted.\
          """
              .formatted(statements, limits.maxStatements()));
    }
    long types = model.largestType();
    if (types > MAX_TYPES) {
      throw new InvalidYang(
          "A type has %d statements once its typedefs are put where they are used; at most %d are accepted."
              .formatted(types, MAX_TYPES));
    }
    if (model.comparisons() > MAX_COMPARISONS) {
      throw new InvalidYang("The augments of the modules add too many nodes to the same targets.");
    }
    return statements;
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
}
