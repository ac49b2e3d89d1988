/**
 * What a report published, as data: one YAML file per report with its environment, experiments,
 * figures, claims and explanations. Published figures are facts; they are never edited to please a
 * run.
 */
@NullMarked
package org.reprise.load.baseline;

import org.jspecify.annotations.NullMarked;
