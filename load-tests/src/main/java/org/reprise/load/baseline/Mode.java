package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How an experiment reaches the system under test. */
public enum Mode {
  /** Through its Java API, in the generator's own process. */
  @JsonProperty("embedded")
  EMBEDDED,

  /** Over the wire. */
  @JsonProperty("remote")
  REMOTE
}
