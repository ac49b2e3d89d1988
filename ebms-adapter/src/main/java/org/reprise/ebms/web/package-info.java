/** What the management API's controllers share: its description, and answers to failures. */
@NullMarked
package org.reprise.ebms.web;

import org.jspecify.annotations.NullMarked;
