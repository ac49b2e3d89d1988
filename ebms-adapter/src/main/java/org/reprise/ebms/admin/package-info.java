/** Pages for operators below {@code /ebms-admin}; those of messages are with the messages. */
@NullMarked
package org.reprise.ebms.admin;

import org.jspecify.annotations.NullMarked;
