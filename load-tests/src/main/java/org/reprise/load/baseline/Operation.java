package org.reprise.load.baseline;

/**
 * One step of the flow.
 *
 * @param id for example {@code create-node}
 * @param title as the report writes it, for example {@code CREATE NODE}
 */
public record Operation(String id, String title) {}
