package org.reprise.lists.refresh;

import org.reprise.lists.split.WalPosition;

/**
 * Contents that are written and not yet shown.
 *
 * @param count how many records
 * @param source where they were read from
 * @param position what they show: everything committed before it
 */
record Filled(int count, RefreshSource source, WalPosition position) {}
