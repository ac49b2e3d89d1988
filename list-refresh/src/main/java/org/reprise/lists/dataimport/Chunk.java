package org.reprise.lists.dataimport;

/**
 * Records that follow each other in a file without anything broken between them.
 *
 * @param number within its job, from 1
 * @param firstRecord the number of its first record in the file, from 1
 * @param offset where it begins in the file
 */
record Chunk(int number, int firstRecord, int records, long offset, int length) {}
