package org.reprise.lists.refresh;

/**
 * Contents that are written and not yet shown.
 *
 * @param position what they show: everything committed before this position of the writer's log
 */
record Filled(int count, RefreshSource source, String position) {}
