package org.reprise.lists.refresh;

import org.reprise.lists.split.WalPosition;

/**
 * Contents that are written and not yet shown.
 *
 * @param count how many records
 * @param fromReader whether they were read from the standby
 * @param position what they show: everything committed before it
 */
record Filled(int count, boolean fromReader, WalPosition position) {}
