/** What the systems of the report on CLM share: its applications, their users, and links. */
@NullMarked
package org.reprise.load.clm;

import org.jspecify.annotations.NullMarked;
