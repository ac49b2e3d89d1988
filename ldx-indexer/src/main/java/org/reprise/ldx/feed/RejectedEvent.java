package org.reprise.ldx.feed;

/**
 * An entry of a change log that cannot be followed.
 *
 * @param about the resource where it names one, else the document
 * @param reason why, in a sentence
 */
public record RejectedEvent(String about, String reason) {}
