package org.reprise.cps.anchor;

/**
 * What the database knows of an anchor.
 *
 * @param id never used again after the anchor is deleted
 * @param digest of its schema set's sources: equal for equal sources
 */
public record StoredAnchor(long id, String digest, String schemaSet) {}
