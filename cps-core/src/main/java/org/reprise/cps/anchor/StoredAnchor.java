package org.reprise.cps.anchor;

/** An anchor's id, which is never used again, schema set and the digest of its sources. */
public record StoredAnchor(long id, String digest, String schemaSet) {}
