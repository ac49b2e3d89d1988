/** The YANG-anchor store: how its features are wired, in process and as a Spring Boot service. */
@NullMarked
package org.reprise.cps;

import org.jspecify.annotations.NullMarked;
