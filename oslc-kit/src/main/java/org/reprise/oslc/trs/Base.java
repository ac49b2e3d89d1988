package org.reprise.oslc.trs;

import org.jspecify.annotations.Nullable;

/**
 * One enumeration of all members, in pages.
 *
 * @param generation its number, later ones are higher. It is the time at which the base was made
 *     (milliseconds since 1970): a base that is made after a backup was restored has page URIs that
 *     no base had before.
 * @param cutoff the newest event that it accounts for; null before the first event
 * @param members how many there are
 * @param pages how many pages they fill, at least one
 */
record Base(long generation, @Nullable Cutoff cutoff, long members, int pages) {
  /** An event that a base accounts for, with all before it. */
  record Cutoff(long position, long incarnation) {}
}
