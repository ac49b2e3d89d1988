package org.reprise.load.content;

/** A document that the repository holds before a load, by its version's id; its size in bytes. */
record StoredDocument(String id, long size, String mediaType, String name) {
  boolean isText() {
    return mediaType.startsWith("text/plain");
  }
}
