/** Data nodes: RFC 7951 JSON and XML in, fragments in the database, JSON and XML out. */
@NullMarked
package org.reprise.cps.data;

import org.jspecify.annotations.NullMarked;
