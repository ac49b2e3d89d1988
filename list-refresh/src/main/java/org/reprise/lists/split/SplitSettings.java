package org.reprise.lists.split;

import java.util.Set;

/** The features whose reads go to the reader. */
record SplitSettings(Set<Feature> features, ReaderSettings reader) {
  SplitSettings {
    features = Set.copyOf(features);
  }
}
