/**
 * What a run leaves behind: run.json and its directory. The schema is described in
 * docs/run-json.md.
 */
@NullMarked
package org.reprise.load.run;

import org.jspecify.annotations.NullMarked;
