package org.reprise.content.store;

import org.jspecify.annotations.Nullable;

/**
 * The room of a storage area.
 *
 * @param isReadOnly whether the area takes no contents, until space returns
 * @param usedUp what it lacks; null where it lacks nothing
 * @param totalBytes null where that is not known, as the next
 * @param totalInodes null where the file system does not count them, as the next
 */
public record Room(
    boolean isReadOnly,
    @Nullable String usedUp,
    @Nullable Long totalBytes,
    @Nullable Long freeBytes,
    long reservedBytes,
    @Nullable Long totalInodes,
    @Nullable Long freeInodes,
    long reservedInodes) {}
