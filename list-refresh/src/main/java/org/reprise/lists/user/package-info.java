/** Patrons, their groups and their blocks. */
@NullMarked
package org.reprise.lists.user;

import org.jspecify.annotations.NullMarked;
