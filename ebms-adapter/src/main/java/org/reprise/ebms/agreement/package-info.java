/** Agreements (CPA 2.0): read, kept, and compiled to what a message is judged by. */
@NullMarked
package org.reprise.ebms.agreement;

import org.jspecify.annotations.NullMarked;
