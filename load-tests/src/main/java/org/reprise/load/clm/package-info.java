/** What systems have in common that are measured by the report on CLM: its applications. */
@NullMarked
package org.reprise.load.clm;

import org.jspecify.annotations.NullMarked;
