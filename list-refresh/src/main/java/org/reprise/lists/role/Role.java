package org.reprise.lists.role;

/**
 * A part of the service that can run as a process of its own, so that its CPU is measured apart
 * (the report gives CPU per module).
 */
public enum Role {
  /** Lists and the queries behind them: mod-lists and mod-fqm-manager. */
  LISTS,
  /** Desks: mod-circulation, mod-inventory, mod-users and their storage. */
  CIRCULATION,
  /** Data import: mod-data-import, the source record manager and storage. */
  IMPORT
}
