package org.reprise.content.object;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A document that is to be made.
 *
 * @param isMajor whether its first version is a major one
 * @param isCheckedOut whether it begins as a working copy, and has no version yet
 */
public record NewDocument(
    UUID folder,
    String name,
    String type,
    boolean isMajor,
    boolean isCheckedOut,
    @Nullable Integer searchType,
    Map<String, Object> properties) {
  public NewDocument {
    properties = Map.copyOf(properties);
  }

  /** Returns a document that begins with a major version, and has no properties but these. */
  public static NewDocument of(UUID folder, String name, String type) {
    return new NewDocument(folder, name, type, true, false, null, Map.of());
  }
}
