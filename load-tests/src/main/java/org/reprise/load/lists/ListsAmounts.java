package org.reprise.load.lists;

import java.time.Duration;
import java.util.List;
import org.reprise.load.engine.Profile;

/** The amounts of a profile, which {@code profiles/lists.yaml} explains. */
record ListsAmounts(Profile profile) {
  InventorySize inventory() {
    return new InventorySize(profile.count("items"));
  }

  int records() {
    return profile.count("records");
  }

  double thinkFactor() {
    return profile.number("thinkFactor");
  }

  CompatRefresh compatRefresh() {
    return new CompatRefresh(profile.seconds("refreshPoll"), profile.count("refreshPage"));
  }

  Duration listPoll() {
    return profile.seconds("listPoll");
  }

  Duration importPoll() {
    return profile.seconds("importPoll");
  }

  Duration deskTime() {
    return profile.seconds("desk");
  }

  Duration warmUp() {
    return profile.seconds("warmUp");
  }

  boolean autovacuum() {
    return profile.flag("autovacuum");
  }

  /** Of Gatling's JVM, beside what it always has. */
  List<String> jvmFlags() {
    return profile.flag("fullyCompiled") ? List.of() : List.of("-XX:TieredStopAtLevel=1");
  }
}
