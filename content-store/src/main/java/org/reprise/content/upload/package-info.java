/** Uploads that go on after a broken connection: tus 1.0.0. */
@NullMarked
package org.reprise.content.upload;

import org.jspecify.annotations.NullMarked;
