package org.reprise.ebms.agreement;

import org.reprise.ebms.envelope.Severity;

/**
 * An error or a warning about an agreement's document.
 *
 * @param severity {@code error}: it is not taken; {@code warning}: it is, and may not work
 * @param line of the document, from 1
 * @param element where, as names from the root on
 */
public record Finding(Severity severity, int line, String element, String message) {}
