package org.reprise.load.measure;

/** What was looked for after the run and found. A failed check makes the run invalid. */
public record Check(String id, boolean passed, String detail) {}
