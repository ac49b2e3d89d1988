/** Storage areas, and the order of writes by which no acknowledged content is lost. */
@NullMarked
package org.reprise.content.store;

import org.jspecify.annotations.NullMarked;
