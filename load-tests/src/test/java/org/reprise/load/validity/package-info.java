@org.jspecify.annotations.NullMarked
package org.reprise.load.validity;
