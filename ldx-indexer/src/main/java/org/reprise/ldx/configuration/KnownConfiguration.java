package org.reprise.ldx.configuration;

/**
 * A configuration whose selections are in the index.
 *
 * @param id the number by which they are stored
 * @param isGlobal whether it selects nothing itself, but local configurations
 */
public record KnownConfiguration(int id, boolean isGlobal) {}
