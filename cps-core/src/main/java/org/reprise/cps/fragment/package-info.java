/** Containers and list entries: one row each in the database, and the trees made of them. */
@NullMarked
package org.reprise.cps.fragment;

import org.jspecify.annotations.NullMarked;
