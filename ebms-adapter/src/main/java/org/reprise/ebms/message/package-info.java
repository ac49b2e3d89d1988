/** Business messages: sent reliably, received once, kept until an application took them. */
@NullMarked
package org.reprise.ebms.message;

import org.jspecify.annotations.NullMarked;
