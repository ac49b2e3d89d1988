/** Which applications a process plays, and where their resources are. */
@NullMarked
package org.reprise.trs.application;

import org.jspecify.annotations.NullMarked;
