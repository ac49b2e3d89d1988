/** Discovery of an application's services, and its query capability. */
@NullMarked
package org.reprise.trs.oslc;

import org.jspecify.annotations.NullMarked;
