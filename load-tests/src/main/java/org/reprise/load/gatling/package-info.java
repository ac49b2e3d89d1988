/** Gatling as a child process. */
@NullMarked
package org.reprise.load.gatling;

import org.jspecify.annotations.NullMarked;
