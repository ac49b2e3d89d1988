/** Pages for the people who look after the index. */
@NullMarked
package org.reprise.ldx.admin;

import org.jspecify.annotations.NullMarked;
