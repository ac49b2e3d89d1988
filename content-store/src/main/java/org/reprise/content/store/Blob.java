package org.reprise.content.store;

/**
 * A content that the database knows, and where it is.
 *
 * @param generation another number whenever the file was put in place or found damaged: bytes that
 *     were read before it do not count any more
 */
public record Blob(Digest digest, String area, long size, long generation) {}
