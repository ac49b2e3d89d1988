package org.reprise.cps.anchor;

/**
 * What the database knows of an anchor.
 *
 * @param id never used again after the anchor is deleted
 * @param schemaSetId of its schema set
 */
public record StoredAnchor(long id, long schemaSetId) {}
