/**
 * Eclipse Lyo as programs: its TRS client reads a feed, its TRS server's library serves one. Lyo's
 * libraries are older than ours and cannot share a class path with them, so each program runs in a
 * JVM of its own, which {@link org.reprise.lyopeer.LyoProgram} starts.
 */
@NullMarked
package org.reprise.lyopeer;

import org.jspecify.annotations.NullMarked;
