package org.reprise.ebms.receive;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How messages are received, under {@code reprise.ebms}.
 *
 * @param allowPlainHttp whether messages are taken without TLS from other machines; without it
 *     plain HTTP is for loopback only
 * @param errorReports where the sender of a message learns what is wrong with it
 */
@ConfigurationProperties("reprise.ebms")
public record ReceiveSettings(
    @DefaultValue("false") boolean allowPlainHttp,
    @DefaultValue("by-agreement") ErrorReporting errorReports) {
  public enum ErrorReporting {
    /**
     * Where the agreement says: by a message to its endpoint for errors where {@code syncReplyMode}
     * is {@code none}, else in the HTTP response.
     */
    BY_AGREEMENT,
    /** In the HTTP response, whatever the agreement says. */
    IN_RESPONSE
  }
}
