package org.reprise.content.serve;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Version;

/**
 * A version of a document as JSON.
 *
 * @param sha256 of the content; null for a document without one, as size and mediaType
 */
record DocumentView(
    UUID id,
    UUID folder,
    String name,
    String type,
    @Nullable String label,
    Instant createdAt,
    String createdBy,
    @Nullable String sha256,
    @Nullable Long size,
    @Nullable String mediaType) {
  static DocumentView of(Version version) {
    Version.Content content = version.content();
    return new DocumentView(
        version.id(),
        version.folder(),
        version.name(),
        version.type(),
        version.label(),
        version.audit().createdAt(),
        version.audit().createdBy(),
        content == null ? null : content.digest().hex(),
        content == null ? null : content.size(),
        content == null ? null : content.mediaType());
  }
}
