package org.reprise.cps.data;

import java.util.Map;
import org.reprise.cps.path.Xpath;

/**
 * A fragment as it was read.
 *
 * @param position gives the order among siblings
 */
record StoredFragment(Xpath xpath, Map<String, Object> leaves, long position) {}
