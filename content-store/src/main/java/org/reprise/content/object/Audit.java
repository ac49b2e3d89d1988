package org.reprise.content.object;

import java.time.Instant;

/**
 * Who made and changed something, and when.
 *
 * @param changeToken grows with each change (CMIS 1.1, section 2.2.1.3); a change that names an
 *     older one is refused
 */
public record Audit(
    String createdBy, Instant createdAt, String modifiedBy, Instant modifiedAt, long changeToken) {}
