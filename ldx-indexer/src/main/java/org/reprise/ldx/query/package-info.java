/** What clients ask: which links there are to some resources. */
@NullMarked
package org.reprise.ldx.query;

import org.jspecify.annotations.NullMarked;
