/** Errors in the form of OSLC Core 3.0. */
@NullMarked
package org.reprise.ldx.web;

import org.jspecify.annotations.NullMarked;
