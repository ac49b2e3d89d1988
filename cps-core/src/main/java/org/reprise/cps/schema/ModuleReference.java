package org.reprise.cps.schema;

/** A module as ONAP CPS names its parts; {@code revision} is {@code yyyy-MM-dd} or empty. */
public record ModuleReference(String name, String revision, String namespace) {}
