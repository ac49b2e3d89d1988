/** The administration of data sources, as pages and as JSON. */
@NullMarked
package org.reprise.ldx.admin;

import org.jspecify.annotations.NullMarked;
