/**
 * Child processes with a log, a pid file and an orderly end: {@link
 * org.reprise.localstack.process.LocalProcess}, and {@link
 * org.reprise.localstack.process.Leftovers} for what a killed JVM left running. The other rooms
 * build their servers on it.
 */
@NullMarked
package org.reprise.localstack.process;

import org.jspecify.annotations.NullMarked;
