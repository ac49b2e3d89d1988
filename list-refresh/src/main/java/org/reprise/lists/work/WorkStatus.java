package org.reprise.lists.work;

/** The state of a query or an export (mod-fqm-manager, mod-lists). */
public enum WorkStatus {
  /** It waits for its turn, or is being done. */
  IN_PROGRESS,
  SUCCESS,
  /** It ended without results; the reason says why. */
  FAILED,
  CANCELLED
}
