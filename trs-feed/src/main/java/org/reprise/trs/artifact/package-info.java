/** Work items, test cases and requirements: what they say, their versions and links. */
@NullMarked
package org.reprise.trs.artifact;

import org.jspecify.annotations.NullMarked;
