package org.reprise.load.cps;

import java.util.Locale;

/** The operations of the report's flow, in its order and by the names of the report's table. */
public enum CpsOperation {
  CREATE_ANCHOR,
  /** Store the whole tree of RFC 8944, Appendix B, under the anchor. */
  CREATE_NODE,
  /** Replace the fragment {@code l2-node-attributes} under node D3. */
  UPDATE_NODE,
  DELETE_ANCHOR;

  /** As the baseline calls it: {@code create-anchor}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
