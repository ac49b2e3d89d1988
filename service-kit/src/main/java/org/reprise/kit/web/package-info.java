/** Checks of every request before a controller handles it, and the description of all. */
@NullMarked
package org.reprise.kit.web;

import org.jspecify.annotations.NullMarked;
