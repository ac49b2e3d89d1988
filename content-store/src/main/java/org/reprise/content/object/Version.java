package org.reprise.content.object;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.store.Blob;
import org.reprise.content.store.Digest;

/**
 * A version of a document, or its private working copy (CMIS 1.1, section 2.1.13).
 *
 * @param document the version series
 * @param label such as {@code 1.0}; null for a working copy
 * @param searchType what the document is to searches; null for most
 * @param checkedOut the series' working copy; null where it is not checked out
 */
public record Version(
    UUID id,
    UUID document,
    UUID folder,
    @Nullable String label,
    boolean isMajor,
    boolean isLatest,
    boolean isLatestMajor,
    boolean isWorkingCopy,
    String name,
    String type,
    Audit audit,
    @Nullable String comment,
    @Nullable Content content,
    @Nullable Integer searchType,
    Map<String, Object> properties,
    @Nullable WorkingCopy checkedOut)
    implements Entry {
  public Version {
    properties = Map.copyOf(properties);
  }

  /**
   * The bytes of a version.
   *
   * @param mediaType as the client named it
   * @param isQuarantined whether they were found missing or damaged
   */
  public record Content(
      Digest digest,
      String area,
      long size,
      String mediaType,
      String fileName,
      long generation,
      boolean isQuarantined) {
    public Blob blob() {
      return new Blob(digest, area, size, generation);
    }
  }

  public record WorkingCopy(UUID id, String by) {}
}
