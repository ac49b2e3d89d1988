package org.reprise.cps.schema;

import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.Missing;

/** An xpath that can be read and names nothing, whatever data there is: the schema lacks it. */
public final class UnknownXpath extends Missing {
  UnknownXpath(String xpath, String reason) {
    super("DataNode not found", "'%s': %s".formatted(Excerpt.of(xpath, 400), reason));
  }
}
