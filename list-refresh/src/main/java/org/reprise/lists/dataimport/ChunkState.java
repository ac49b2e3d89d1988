package org.reprise.lists.dataimport;

/** A chunk in the database, with its job's number; pending until it is done or has failed. */
record ChunkState(Chunk chunk, long hrid, boolean isPending) {}
