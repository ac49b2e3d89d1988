/** The message handler's endpoint, and what becomes of each message that comes there. */
@NullMarked
package org.reprise.ebms.receive;

import org.jspecify.annotations.NullMarked;
