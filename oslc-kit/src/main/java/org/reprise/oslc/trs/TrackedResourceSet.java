package org.reprise.oslc.trs;

import java.util.List;
import java.util.Optional;

/** A stored tracked resource set. */
public interface TrackedResourceSet {
  /** Returns its URI, with which those of its bases, segments and events begin. */
  String uri();

  Log log();

  /** Returns the incarnation of an event; empty where there is no event at that position. */
  Optional<Long> incarnation(long position);

  /** Returns the events between two positions, both included, the newest first. */
  List<Event> events(long from, long to);

  /** Returns the newest base; empty before the first one is made. */
  Optional<Base> newestBase();

  /** Returns a base; empty where there is none of that number. */
  Optional<Base> base(long generation);

  /** Returns the URIs of the members on a page. */
  List<String> members(long generation, int page);

  /** Returns a stored document; empty where there is none. */
  Optional<PreparedDocument> find(PreparedDocument.Key key);

  /** Stores a document, unless another process was faster: the first one counts. */
  void keep(PreparedDocument.Key key, PreparedDocument document);
}
