/** Errors in the form of FOLIO. */
@NullMarked
package org.reprise.lists.web;

import org.jspecify.annotations.NullMarked;
