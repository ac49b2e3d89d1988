package org.reprise.cps.schema;

/**
 * A module of a schema set, with the names that ONAP CPS gives the parts.
 *
 * @param name of the module
 * @param revision {@code yyyy-MM-dd}, or empty
 * @param namespace its URI
 */
public record ModuleReference(String name, String revision, String namespace) {}
