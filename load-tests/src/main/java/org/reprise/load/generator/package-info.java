/**
 * The load generator: what a process that sends load is told, how it sends and records, and what it
 * hands over. It knows no system; a system gives it the flow of one user.
 */
@NullMarked
package org.reprise.load.generator;

import org.jspecify.annotations.NullMarked;
