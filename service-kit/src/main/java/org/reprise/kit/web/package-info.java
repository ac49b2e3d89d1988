/** Checks of every request before a controller handles it. */
@NullMarked
package org.reprise.kit.web;

import org.jspecify.annotations.NullMarked;
