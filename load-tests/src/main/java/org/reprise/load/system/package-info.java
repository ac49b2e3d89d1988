/** What a system under test is to the commands: its report, services and runs. */
@NullMarked
package org.reprise.load.system;

import org.jspecify.annotations.NullMarked;
