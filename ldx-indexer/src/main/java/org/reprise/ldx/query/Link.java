package org.reprise.ldx.query;

/**
 * A link, by the concepts at its ends.
 *
 * @param source the resource whose server stores it
 */
record Link(String source, String predicate, String target) {}
