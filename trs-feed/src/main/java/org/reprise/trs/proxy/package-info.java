/** Requests for global configurations that come through an application. */
@NullMarked
package org.reprise.trs.proxy;

import org.jspecify.annotations.NullMarked;
