/**
 * Puts what every service shares into a service: its rooms are {@code error}, {@code security},
 * {@code limits}, {@code work} and {@code web}.
 */
@NullMarked
package org.reprise.kit;

import org.jspecify.annotations.NullMarked;
