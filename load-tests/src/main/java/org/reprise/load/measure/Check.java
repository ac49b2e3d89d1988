package org.reprise.load.measure;

/**
 * An outcome of checking after the run that everything promised is there. A failed check makes the
 * run invalid.
 *
 * @param id for example {@code no-anchor-left}
 * @param detail what was looked at and what was found
 */
public record Check(String id, boolean passed, String detail) {}
