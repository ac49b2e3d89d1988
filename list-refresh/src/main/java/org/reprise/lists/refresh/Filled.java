package org.reprise.lists.refresh;

/** Contents that are not shown yet, of all that was committed before a position of the log. */
record Filled(int count, RefreshSource source, String position) {}
