package org.reprise.oslc.trs;

import java.util.List;
import java.util.Optional;

/** A tracked resource set as a service keeps it. */
public interface TrackedResourceSet {
  /** Its URI. Those of its bases, segments and events begin with it. */
  String uri();

  /** Where its log begins and ends now. */
  Log log();

  /**
   * The incarnation of an event.
   *
   * @return empty where there is no event at that position, or it was deleted
   */
  Optional<Long> incarnation(long position);

  /** Events between two positions, both included, the newest first. */
  List<Event> events(long from, long to);

  /** The newest base; empty in the moment before the first one is made. */
  Optional<Base> newestBase();

  /** A base; empty where there is none of that number, or it was deleted. */
  Optional<Base> base(long generation);

  /** The URIs of the members on a page. */
  List<String> members(long generation, int page);

  /** A document that was kept; empty where there is none. */
  Optional<PreparedDocument> find(PreparedDocument.Key key);

  /** Keeps a document, unless another process was faster: the first one counts. */
  void keep(PreparedDocument.Key key, PreparedDocument document);
}
