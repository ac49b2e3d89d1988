package org.reprise.lists.refresh;

/** The servers that the records of a refresh were read from. */
enum RefreshSource {
  READER,
  /** All from the server that is written to. */
  WRITER,
  /** The query on the standby, and some or all pages of its results on the writer. */
  MIXED
}
