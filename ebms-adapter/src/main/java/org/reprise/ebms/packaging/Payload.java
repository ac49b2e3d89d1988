package org.reprise.ebms.packaging;

/**
 * A part beside the envelope.
 *
 * @param contentId without angle brackets, empty where it has none
 * @param contentType as it was given, empty where it was not
 * @param content without transfer encoding
 */
public record Payload(String contentId, String contentType, Octets content) {}
