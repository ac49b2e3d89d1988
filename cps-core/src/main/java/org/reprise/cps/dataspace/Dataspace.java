package org.reprise.cps.dataspace;

/** A dataspace as the API shows it; its name is unique in the store. */
public record Dataspace(String name) {}
