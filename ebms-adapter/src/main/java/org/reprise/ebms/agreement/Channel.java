package org.reprise.ebms.agreement;

import java.net.URI;

/**
 * A way on which a party receives messages.
 *
 * @param id its name in the agreement
 * @param syncReplyMode what is answered in the HTTP response
 * @param ackRequested whether messages are acknowledged
 * @param ackSignatureRequested whether acknowledgments are signed
 * @param duplicateElimination whether a message is delivered once only
 * @param endpoint where to send
 * @param errorEndpoint where to send reports of errors
 * @param reliability how often and how long
 * @param security how messages are signed and encrypted
 */
public record Channel(
    String id,
    SyncReplyMode syncReplyMode,
    PerMessage ackRequested,
    PerMessage ackSignatureRequested,
    PerMessage duplicateElimination,
    URI endpoint,
    URI errorEndpoint,
    Reliability reliability,
    ChannelSecurity security) {}
