package org.reprise.load.baseline;

/**
 * A part of the measured system whose use of resources is counted apart: a service, a database, a
 * broker.
 *
 * @param id by which claims and figures name it, for example {@code primary}
 * @param title for people
 */
public record Role(String id, String title) {}
