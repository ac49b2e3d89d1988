package org.reprise.cps.anchor;

/**
 * An anchor as the API shows it.
 *
 * @param name unique in its dataspace
 * @param dataspaceName the dataspace it is in
 * @param schemaSetName the schema set that its data conforms to
 */
public record Anchor(String name, String dataspaceName, String schemaSetName) {}
