package org.reprise.load.baseline;

/** One step of the flow; the title is as the report writes it. */
public record Operation(String id, String title) {}
