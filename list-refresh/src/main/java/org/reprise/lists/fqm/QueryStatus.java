package org.reprise.lists.fqm;

/** Where a query is (mod-fqm-manager's {@code QueryStatus}). */
public enum QueryStatus {
  /** Ids are being read. */
  IN_PROGRESS,
  /** All results are there. */
  SUCCESS,
  /** It ended without; the reason says why. */
  FAILED,
  /** Somebody ended it. */
  CANCELLED
}
