package org.reprise.lists.dataimport;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file that is to be imported, as the API answers it (mod-data-import, {@code uploadDefinition}).
 *
 * @param metaJobExecutionId the job; with one file a definition, that of the file
 * @param status NEW, IN_PROGRESS while the file is uploaded, LOADED, COMPLETED once it is imported
 */
record UploadDefinition(
    UUID id,
    UUID metaJobExecutionId,
    String status,
    Instant createDate,
    @JsonIgnore FileDefinition file,
    UploadMetadata metadata) {
  @JsonProperty
  List<FileDefinition> fileDefinitions() {
    return List.of(file);
  }

  /** The file: NEW, UPLOADING or UPLOADED; its size in kilobytes, rounded up, null until then. */
  record FileDefinition(
      UUID id,
      String name,
      String status,
      UUID jobExecutionId,
      UUID uploadDefinitionId,
      Instant createDate,
      @Nullable Instant uploadedDate,
      @Nullable Long size) {}

  record UploadMetadata(Instant createdDate, @Nullable UUID createdByUserId) {}

  record UploadDefinitionPage(List<UploadDefinition> uploadDefinitions, long totalRecords) {}
}
