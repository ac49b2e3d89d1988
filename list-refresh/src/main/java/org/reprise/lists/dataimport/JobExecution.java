package org.reprise.lists.dataimport;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One import, as the API answers it (mod-source-record-manager, {@code jobExecution}).
 *
 * @param hrId a number for people
 * @param parentJobId its own id: one file makes one job
 * @param errorStatus FILE_PROCESSING_ERROR where some record was not imported
 * @param progress null until the file is cut into chunks
 * @param startedDate when the import was asked for
 */
record JobExecution(
    UUID id,
    long hrId,
    UUID parentJobId,
    String subordinationType,
    String fileName,
    @Nullable Profile jobProfileInfo,
    JobStatus status,
    @Nullable String errorStatus,
    @Nullable Progress progress,
    @Nullable Instant startedDate,
    @Nullable Instant completedDate,
    @Nullable UUID userId) {

  @JsonProperty
  String uiStatus() {
    return status.shown();
  }

  /** How the records are imported; the data type is always MARC. */
  record Profile(String name, @Nullable UUID id, String dataType) {}

  /** The progress; {@code current} has imported and failed records, {@code failed} only these. */
  record Progress(UUID jobExecutionId, int current, int total, int failed) {}

  record JobExecutionPage(List<JobExecution> jobExecutions, long totalRecords) {}
}
