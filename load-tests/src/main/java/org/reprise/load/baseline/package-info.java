/** What a report published, a YAML file each: facts, which are never edited to please a run. */
@NullMarked
package org.reprise.load.baseline;

import org.jspecify.annotations.NullMarked;
