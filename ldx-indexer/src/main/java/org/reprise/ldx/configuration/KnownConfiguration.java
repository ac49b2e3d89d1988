package org.reprise.ldx.configuration;

/**
 * A configuration whose selections are in the index.
 *
 * @param id its number in the database
 * @param isGlobal whether it selects nothing itself, but local configurations
 */
public record KnownConfiguration(int id, boolean isGlobal) {}
