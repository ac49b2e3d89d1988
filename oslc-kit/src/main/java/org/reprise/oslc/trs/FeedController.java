package org.reprise.oslc.trs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.RdfWriter;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.RdfAnswer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The tracked resource sets of a service, by the keys of their feeds (OSLC TRS 3.0, readable for
 * clients of 2.0).
 */
@RestController
@RequestMapping("/{key}/trs")
class FeedController {
  private static final long MAX_BYTES = DataSize.ofMegabytes(16).toBytes();
  private static final String PAGE_TYPE = "<http://www.w3.org/ns/ldp#Page>; rel=\"type\"";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int OVERHEAD = 256;

  private final Function<String, TrackedResourceSet> sets;
  private final Cache<Key, byte[]> cache =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((Key key, byte[] document) -> document.length + OVERHEAD)
          .build();

  FeedController(Function<String, TrackedResourceSet> sets) {
    this.sets = sets;
  }

  private record Key(String set, String tag, RdfFormat format) {}

  /**
   * Answers with the set and the newest segment of its log.
   *
   * @throws Refusal 503 if the log was truncated while it was read
   */
  @GetMapping
  ResponseEntity<byte[]> set(@PathVariable String key, HttpServletRequest request) {
    TrackedResourceSet set = sets.apply(key);
    Log log = set.log();
    return answer(
        set,
        tag("set", log),
        request,
        new HttpHeaders(),
        () -> documents(set).trackedResourceSet(log, events(set, log, log.newest())));
  }

  /**
   * Answers with a segment of the log.
   *
   * @throws Refusal 404 for a segment that the log does not have, 503 if it was truncated while it
   *     was read
   */
  @GetMapping("/log/{segment}")
  ResponseEntity<byte[]> segment(
      @PathVariable String key, @PathVariable long segment, HttpServletRequest request) {
    TrackedResourceSet set = sets.apply(key);
    Log log = set.log();
    if (!log.has(segment)) {
      throw missing(log, segment);
    }
    return answer(
        set,
        log.isFull(segment) ? tag(set, log, segment) : tag("log", log),
        request,
        new HttpHeaders(),
        () -> documents(set).segment(log, segment, events(set, log, segment)));
  }

  // A segment that has become the oldest one is another document: it has no previous one.
  private static String tag(TrackedResourceSet set, Log log, long segment) {
    long incarnation = set.incarnation(log.last(segment)).orElseThrow(() -> missing(log, segment));
    String oldest = log.has(segment - 1) ? "" : ".oldest";
    return "log.%d.%x%s".formatted(segment, incarnation, oldest);
  }

  private ResponseEntity<byte[]> answer(
      TrackedResourceSet set,
      String tag,
      HttpServletRequest request,
      HttpHeaders headers,
      Supplier<Statements> statements) {
    RdfFormat format = RdfAnswer.format(request);
    Key key = new Key(set.uri(), tag, format);
    byte[] document = cache.getIfPresent(key);
    if (document == null) {
      document = RdfWriter.write(statements.get(), format);
      cache.put(key, document);
    }
    byte[] body = document;
    return RdfAnswer.of(request, format, RdfAnswer.etag(tag, format), () -> body, headers);
  }

  private static Refusal missing(Log log, long segment) {
    return Refusal.notFound(
        "There is no segment %d: the log has those from %d to %d."
            .formatted(segment, log.segment(log.truncated()) + 1, log.newest()));
  }

  /**
   * Redirects to the newest base.
   *
   * @throws Refusal 503 while another process makes the first one
   */
  @GetMapping("/base")
  ResponseEntity<Void> base(@PathVariable String key) {
    TrackedResourceSet set = sets.apply(key);
    long generation =
        set.newestBase()
            .orElseThrow(
                () -> Refusal.unavailable("The base is being made; ask again.", RETRY_AFTER))
            .generation();
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(URI.create(documents(set).pageUri(generation, 1)))
        .build();
  }

  /**
   * Answers with a page of a base.
   *
   * @throws Refusal 404 if it is not there
   */
  @GetMapping("/base/{generation}/{page}")
  ResponseEntity<byte[]> page(
      @PathVariable String key,
      @PathVariable long generation,
      @PathVariable int page,
      HttpServletRequest request) {
    TrackedResourceSet set = sets.apply(key);
    Base base =
        set.base(generation)
            .orElseThrow(() -> Refusal.notFound("There is no base " + generation + "."));
    if (page < 1 || page > base.pages()) {
      throw Refusal.notFound(
          "Base %d has the pages from 1 to %d, not %d.".formatted(generation, base.pages(), page));
    }
    HttpHeaders headers = new HttpHeaders();
    headers.add(HttpHeaders.LINK, PAGE_TYPE);
    if (page < base.pages()) {
      headers.add(
          HttpHeaders.LINK,
          "<%s>; rel=\"next\"".formatted(documents(set).pageUri(generation, page + 1)));
    }
    return answer(
        set,
        "base.%d.%d".formatted(generation, page),
        request,
        headers,
        () -> documents(set).page(set.log(), base, page, members(set, base, page)));
  }

  private static List<String> members(TrackedResourceSet set, Base base, int page) {
    List<String> members = set.members(base.generation(), page);
    if (members.isEmpty() && base.members() > 0) {
      // Deleted since the base was looked up.
      throw Refusal.notFound("There is no base " + base.generation() + " any more.");
    }
    return members;
  }

  private static FeedDocuments documents(TrackedResourceSet set) {
    return new FeedDocuments(set.uri());
  }

  private static List<Event> events(TrackedResourceSet set, Log log, long segment) {
    long first = log.first(segment);
    long last = Math.min(log.last(segment), log.last());
    List<Event> events = set.events(first, last);
    if (events.size() != last - first + 1) {
      // A reader would take the rest for the whole segment.
      throw Refusal.unavailable("The log was truncated while it was read; ask again.", RETRY_AFTER);
    }
    return events;
  }

  // A restored database may give the same position to another event.
  private static String tag(String document, Log log) {
    return "%s.%d.%x.%d".formatted(document, log.last(), log.incarnation(), log.truncated());
  }
}
