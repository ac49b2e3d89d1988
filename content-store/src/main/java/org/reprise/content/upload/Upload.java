package org.reprise.content.upload;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An upload.
 *
 * @param folder in which a document is made; null where one gets a new content
 * @param target the version that gets a new content; null where a document is made
 * @param metadata the header Upload-Metadata as it was sent
 * @param received how many bytes of it are on disk; all but the last one until there is a document
 * @param epoch counts the processes that took it over from one that had not let go of it
 * @param document the version that has the content; null until then
 */
record Upload(
    UUID id,
    @Nullable UUID folder,
    @Nullable UUID target,
    String name,
    String type,
    String mediaType,
    String metadata,
    long length,
    long received,
    String area,
    int epoch,
    String createdBy,
    Instant expiresAt,
    @Nullable UUID document) {}
