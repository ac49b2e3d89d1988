/** What operators did, and when. */
@NullMarked
package org.reprise.ebms.audit;

import org.jspecify.annotations.NullMarked;
