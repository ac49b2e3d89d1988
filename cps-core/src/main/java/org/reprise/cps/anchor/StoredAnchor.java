package org.reprise.cps.anchor;

/**
 * What the database knows of an anchor.
 *
 * @param id never used again after the anchor is deleted
 */
public record StoredAnchor(long id, long schemaSetId) {}
