/** What a run leaves behind: run.json, as docs/run-json.md describes it, and its directory. */
@NullMarked
package org.reprise.load.run;

import org.jspecify.annotations.NullMarked;
