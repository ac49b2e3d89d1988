package org.reprise.lists.dataimport;

/** How far a job is, as mod-source-record-manager names it. */
enum JobStatus {
  /** The file is not there yet. */
  NEW("INITIALIZATION"),
  /** The file is there; nobody asked to import it. */
  FILE_UPLOADED("INITIALIZATION"),
  PARSING_IN_PROGRESS("PREPARING_FOR_PREVIEW"),
  COMMITTED("RUNNING_COMPLETE"),
  /** Some record is not imported; the log says which, and why. */
  ERROR("ERROR"),
  /** The file was deleted before it was imported. */
  DISCARDED("DISCARDED"),
  // FOLIO's states that clients filter by; no job here is in them.
  PARSING_FINISHED("RUNNING"),
  PROCESSING_IN_PROGRESS("RUNNING"),
  PROCESSING_FINISHED("RUNNING"),
  COMMIT_IN_PROGRESS("RUNNING"),
  CANCELLED("CANCELLED");

  private final String shown;

  JobStatus(String shown) {
    this.shown = shown;
  }

  String shown() {
    return shown;
  }
}
