/** The applications of a process, and the URIs of their resources. */
@NullMarked
package org.reprise.trs.application;

import org.jspecify.annotations.NullMarked;
