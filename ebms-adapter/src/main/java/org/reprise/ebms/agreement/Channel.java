package org.reprise.ebms.agreement;

import java.net.URI;

/**
 * A way on which a party receives messages.
 *
 * @param duplicateElimination whether a message is delivered once only
 * @param errorEndpoint where to send reports of errors
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
