package org.reprise.ebms.agreement;

import java.net.URI;

/** A way in which a party receives messages; duplicateElimination delivers each only once. */
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
