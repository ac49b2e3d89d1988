/** Gatling as a child process, and its binary log. */
@NullMarked
package org.reprise.load.gatling;

import org.jspecify.annotations.NullMarked;
