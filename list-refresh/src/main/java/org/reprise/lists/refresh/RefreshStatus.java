package org.reprise.lists.refresh;

/** The state of a refresh (mod-lists' {@code ListRefreshStatus}). */
public enum RefreshStatus {
  /** It waits for its turn, or fills the list. */
  IN_PROGRESS,
  /** The list has its contents. */
  SUCCESS,
  /** The list has kept the contents that it had. */
  FAILED,
  /** Somebody ended it; the list has kept the contents that it had. */
  CANCELLED
}
