/** What can be wrong with a request, by kind; each feature names its own facts. */
@NullMarked
package org.reprise.cps.fault;

import org.jspecify.annotations.NullMarked;
