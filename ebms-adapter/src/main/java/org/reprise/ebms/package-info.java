/** The message handler: how its features are wired as a Spring Boot service. */
@NullMarked
package org.reprise.ebms;

import org.jspecify.annotations.NullMarked;
