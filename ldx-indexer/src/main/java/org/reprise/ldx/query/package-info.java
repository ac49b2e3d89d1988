/** Queries for the links of resources. */
@NullMarked
package org.reprise.ldx.query;

import org.jspecify.annotations.NullMarked;
