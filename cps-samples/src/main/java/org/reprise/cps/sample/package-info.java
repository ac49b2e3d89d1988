/**
 * The data that cps-core is measured and tried with: the layer 2 topology of RFC 8944, Appendix B,
 * which CPS-307 stores, and a device inventory for bulk writes and reads. Schemas and trees only;
 * nothing here knows the store.
 */
@NullMarked
package org.reprise.cps.sample;

import org.jspecify.annotations.NullMarked;
