package org.reprise.lists.fqm;

/** The state of a query (mod-fqm-manager's {@code QueryStatus}). */
public enum QueryStatus {
  IN_PROGRESS,
  SUCCESS,
  /** It ended without results; the reason says why. */
  FAILED,
  CANCELLED
}
