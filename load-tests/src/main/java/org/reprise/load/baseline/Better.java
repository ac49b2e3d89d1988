package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which direction of a figure is the good one. */
public enum Better {
  @JsonProperty("lower")
  LOWER,
  @JsonProperty("higher")
  HIGHER
}
