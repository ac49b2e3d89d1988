package org.reprise.cps.dataspace;

/**
 * A dataspace as the API shows it.
 *
 * @param name unique in the store
 */
public record Dataspace(String name) {}
