package org.reprise.content.cache;

/**
 * Bounds of the cache, what it holds now, and what it did since the service started.
 *
 * @param maxBytes the bound that {@code usedBytes} and {@code metadataBytes} together stay below
 * @param maxEntries the bound of {@code entries}
 * @param usedBytes native memory that holds contents, in whole frames of 8 KiB
 * @param metadataBytes what entries and blocks take on the heap
 * @param hits blocks that were asked for and were in memory, or being read
 * @param misses blocks that were asked for and had to be read
 * @param metadataReads contents whose size was read from their area, once for each entry
 * @param storageReads reads of areas (the report's {@code startIO})
 * @param bytesRead from areas
 * @param bytesServed from memory to responses
 */
public record CacheState(
    long maxBytes,
    int maxEntries,
    long usedBytes,
    long metadataBytes,
    int entries,
    long hits,
    long misses,
    long metadataReads,
    long storageReads,
    long bytesRead,
    long bytesServed) {}
