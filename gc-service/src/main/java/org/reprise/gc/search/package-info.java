/** Quick search over components, streams and baselines, for people, dialogs and programs alike. */
@NullMarked
package org.reprise.gc.search;

import org.jspecify.annotations.NullMarked;
