/** Which predicates are links, and what their inverse is called. */
@NullMarked
package org.reprise.ldx.ownership;

import org.jspecify.annotations.NullMarked;
