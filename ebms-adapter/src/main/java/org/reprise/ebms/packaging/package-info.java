/** The HTTP body of a message: an envelope alone, or multipart/related with payloads. */
@NullMarked
package org.reprise.ebms.packaging;

import org.jspecify.annotations.NullMarked;
