package org.reprise.lists.dataimport;

/** How many records of a chunk were imported, and how many not. */
record ChunkResult(int imported, int failed) {}
