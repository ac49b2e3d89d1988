package org.reprise.lists.fqm;

/** The state of a query (mod-fqm-manager's {@code QueryStatus}). */
public enum QueryStatus {
  /** Ids are being read. */
  IN_PROGRESS,
  /** All results are there. */
  SUCCESS,
  /** It ended without results; the reason says why. */
  FAILED,
  /** Somebody ended it. */
  CANCELLED
}
