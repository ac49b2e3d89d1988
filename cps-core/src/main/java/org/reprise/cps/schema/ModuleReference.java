package org.reprise.cps.schema;

/**
 * A module of a schema set, with the names that ONAP CPS gives the parts.
 *
 * @param revision {@code yyyy-MM-dd}, or empty
 */
public record ModuleReference(String name, String revision, String namespace) {}
