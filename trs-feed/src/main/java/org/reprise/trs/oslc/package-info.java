/** What clients find an application's services by, and its query capability. */
@NullMarked
package org.reprise.trs.oslc;

import org.jspecify.annotations.NullMarked;
