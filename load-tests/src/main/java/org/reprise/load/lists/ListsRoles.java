package org.reprise.load.lists;

/** The processes of the report's environment, by the ids of the baseline's roles. */
final class ListsRoles {
  /** The service with lists and queries. */
  static final String LISTS = "lists";

  /** The same without the split, as its log is called. */
  static final String UNSPLIT = "lists-unsplit";

  /** The other process with them, which a cell does not use. */
  static final String IDLE = "lists (idle)";

  /** The service with check-out and check-in. */
  static final String CIRCULATION = "circulation";

  /** The service that imports records. */
  static final String IMPORT = "import";

  /** The database server that is written to. */
  static final String PRIMARY = "primary";

  /** Its copy, which is read from where the split is on. */
  static final String STANDBY = "standby";

  /** The message broker. */
  static final String KAFKA = "kafka";

  private ListsRoles() {}
}
