/** The browser binding of CMIS 1.1 (section 5.2): JSON over HTTP. */
@NullMarked
package org.reprise.content.cmis;

import org.jspecify.annotations.NullMarked;
