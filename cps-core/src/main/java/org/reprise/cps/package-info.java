/** The store for YANG data: its features put together, as a library and as a service. */
@NullMarked
package org.reprise.cps;

import org.jspecify.annotations.NullMarked;
