/** Texts and images that are made of contents, each by a separate process. */
@NullMarked
package org.reprise.content.rendition;

import org.jspecify.annotations.NullMarked;
