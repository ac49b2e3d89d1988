package org.reprise.trs.feed;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.List;
import org.reprise.oslc.rdf.RdfFormat;
import org.reprise.oslc.rdf.Statements;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.RdfAnswer;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Tracked resource sets (OSLC TRS 3.0, readable for clients of 2.0). */
@RestController
class FeedController {
  private static final String PAGE_TYPE = "<http://www.w3.org/ns/ldp#Page>; rel=\"type\"";

  private final Applications applications;
  private final Feeds feeds;
  private final Bases bases;
  private final FeedDocuments documents;
  private final Prepared prepared;

  FeedController(
      Applications applications,
      Feeds feeds,
      Bases bases,
      FeedDocuments documents,
      Prepared prepared) {
    this.applications = applications;
    this.feeds = feeds;
    this.bases = bases;
    this.documents = documents;
    this.prepared = prepared;
  }

  @GetMapping("/{path}/trs")
  ResponseEntity<byte[]> set(@PathVariable String path, HttpServletRequest request) {
    Application application = applications.named(path);
    Feeds.Log log = feeds.log(application);
    String tag = tag("set", log);
    return RdfAnswer.of(
        request,
        tag,
        format ->
            prepared.state(
                application,
                tag,
                format,
                () ->
                    documents.trackedResourceSet(
                        application, log, events(application, log, log.newest()))));
  }

  @GetMapping("/{path}/trs/log/{segment}")
  ResponseEntity<byte[]> segment(
      @PathVariable String path, @PathVariable long segment, HttpServletRequest request) {
    Application application = applications.named(path);
    Feeds.Log log = feeds.log(application);
    if (!log.has(segment)) {
      throw missing(log, segment);
    }
    if (!log.isFull(segment)) {
      String tag = tag("log", log);
      return RdfAnswer.of(
          request,
          tag,
          format ->
              prepared.state(application, tag, format, () -> document(application, log, segment)));
    }
    RdfFormat format = RdfAnswer.format(request);
    long incarnation =
        feeds.incarnation(application, log.last(segment)).orElseThrow(() -> missing(log, segment));
    Prepared.Document document =
        prepared.once(
            new Prepared.Key(application, "log", segment, 0, incarnation, format),
            () -> fullDocument(application, log, segment));
    return RdfAnswer.bytes(request, format, document.etag(), document.body(), new HttpHeaders());
  }

  private static Refusal missing(Feeds.Log log, long segment) {
    return Refusal.notFound(
        "There is no segment %d: the log has those from %d to %d."
            .formatted(segment, log.segment(log.truncated()) + 1, log.newest()));
  }

  private Statements document(Application application, Feeds.Log log, long segment) {
    return documents.segment(application, log, segment, events(application, log, segment));
  }

  private Statements fullDocument(Application application, Feeds.Log log, long segment) {
    List<Event> events = events(application, log, segment);
    if (events.size() != log.segmentSize()) {
      // Deleted since the log was looked at.
      throw missing(log, segment);
    }
    return documents.segment(application, log, segment, events);
  }

  @GetMapping("/{path}/trs/base")
  ResponseEntity<Void> base(@PathVariable String path) {
    Application application = applications.named(path);
    long generation = bases.newest(application).generation();
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(URI.create(documents.pageUri(application, generation, 1)))
        .build();
  }

  @GetMapping("/{path}/trs/base/{generation}/{page}")
  ResponseEntity<byte[]> page(
      @PathVariable String path,
      @PathVariable long generation,
      @PathVariable int page,
      HttpServletRequest request) {
    Application application = applications.named(path);
    Bases.Base base =
        bases
            .base(application, generation)
            .orElseThrow(() -> Refusal.notFound("There is no base " + generation + "."));
    if (page < 1 || page > base.pages()) {
      throw Refusal.notFound(
          "Base %d has the pages from 1 to %d, not %d.".formatted(generation, base.pages(), page));
    }
    RdfFormat format = RdfAnswer.format(request);
    Prepared.Document document =
        prepared.once(
            new Prepared.Key(application, "base", generation, page, 0, format),
            () ->
                documents.page(
                    application,
                    feeds.log(application),
                    base,
                    page,
                    members(application, base, page)));
    HttpHeaders headers = new HttpHeaders();
    headers.add(HttpHeaders.LINK, PAGE_TYPE);
    if (page < base.pages()) {
      headers.add(
          HttpHeaders.LINK,
          "<%s>; rel=\"next\"".formatted(documents.pageUri(application, generation, page + 1)));
    }
    return RdfAnswer.bytes(request, format, document.etag(), document.body(), headers);
  }

  private List<Long> members(Application application, Bases.Base base, int page) {
    List<Long> members = bases.members(application, base.generation(), page);
    if (members.isEmpty() && base.members() > 0) {
      // Deleted since the base was looked up.
      throw Refusal.notFound("There is no base " + base.generation() + " any more.");
    }
    return members;
  }

  private List<Event> events(Application application, Feeds.Log log, long segment) {
    return feeds.events(application, log.first(segment), Math.min(log.last(segment), log.last()));
  }

  // A restored database may give the same position to another event.
  private static String tag(String document, Feeds.Log log) {
    return "%s.%d.%x.%d".formatted(document, log.last(), log.incarnation(), log.truncated());
  }
}
