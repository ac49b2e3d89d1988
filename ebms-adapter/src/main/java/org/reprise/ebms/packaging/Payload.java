package org.reprise.ebms.packaging;

/**
 * A part beside the envelope.
 *
 * @param contentId without angle brackets, empty where it has none
 * @param contentType as it was given, empty where it was not
 * @param content the decoded content
 */
public record Payload(String contentId, String contentType, Spooled content) {}
