/**
 * The measurement of the CLM report on link indexing: applications with feeds of their changes, the
 * index of links that reads them, users who create links, and the first indexing of all artifacts.
 */
@NullMarked
package org.reprise.load.ldx;

import org.jspecify.annotations.NullMarked;
