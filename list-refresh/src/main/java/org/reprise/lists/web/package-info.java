/** Errors as FOLIO tells them. */
@NullMarked
package org.reprise.lists.web;

import org.jspecify.annotations.NullMarked;
