/** cps-path: the XPath subset that addresses and queries data nodes. */
@NullMarked
package org.reprise.cps.path;

import org.jspecify.annotations.NullMarked;
