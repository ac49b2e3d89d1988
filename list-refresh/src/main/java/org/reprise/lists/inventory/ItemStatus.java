package org.reprise.lists.inventory;

import java.util.Set;

/** The names of the statuses of items (mod-inventory-storage, item-status). */
public final class ItemStatus {
  public static final String AVAILABLE = "Available";

  /** On loan: it has an open loan, which nothing but a check-out and a check-in changes. */
  public static final String CHECKED_OUT = "Checked out";

  /** Kept at a desk for the first of its requests. */
  public static final String AWAITING_PICKUP = "Awaiting pickup";

  /** On its way to the desk of the first of its requests. */
  public static final String IN_TRANSIT = "In transit";

  /** To be fetched from its shelf for a request. */
  public static final String PAGED = "Paged";

  /** On loan, and its patron says to have returned it. */
  public static final String CLAIMED_RETURNED = "Claimed returned";

  /** On loan, and not expected back. */
  public static final String DECLARED_LOST = "Declared lost";

  /** The statuses that only circulation sets. */
  static final Set<String> OF_CIRCULATION =
      Set.of(CHECKED_OUT, AWAITING_PICKUP, IN_TRANSIT, PAGED, CLAIMED_RETURNED, DECLARED_LOST);

  private ItemStatus() {}
}
