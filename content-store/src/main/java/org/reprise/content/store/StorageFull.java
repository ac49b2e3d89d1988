package org.reprise.content.store;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A storage area has no room: 507 (RFC 4918, section 11.5), with what is used up. */
public final class StorageFull extends ResponseStatusException {
  private static final long serialVersionUID = 1;

  static final String BYTES = "bytes";
  static final String INODES = "inodes";

  StorageFull(String area, String resource, FileSystemStatistics now) {
    super(
        HttpStatus.INSUFFICIENT_STORAGE,
        "The storage area '%s' has no %s left: %,d bytes and %,d inodes are free. Nothing was stored."
            .formatted(area, resource, now.freeBytes(), now.freeInodes()));
    getBody().setProperty("area", area);
    getBody().setProperty("resource", resource);
  }
}
