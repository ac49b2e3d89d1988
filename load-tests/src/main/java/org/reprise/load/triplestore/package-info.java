/**
 * An index of a tracked resource set as one would write it first, over a store of triples (Jena
 * TDB2): what an index of links is measured beside.
 */
@NullMarked
package org.reprise.load.triplestore;

import org.jspecify.annotations.NullMarked;
