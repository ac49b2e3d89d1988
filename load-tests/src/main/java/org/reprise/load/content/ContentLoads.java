package org.reprise.load.content;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.content.Repository.Address;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Shape;

/** The loads of a run: the report's users and think times, as far as its profile has them. */
record ContentLoads(Plan plan) {
  /** Users who have just come to the loop think first. */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  int users(Scenario scenario) {
    return (int) Math.max(1, Math.round(scenario.users() * plan.profile().number("userFactor")));
  }

  Duration interval() {
    return plan.profile().seconds("interval");
  }

  Think think(Scenario scenario) {
    return ContentSimulation.scaled(scenario.think(), plan.profile().number("thinkFactor"));
  }

  /** Returns how users come: the ramp-up does not count, unless it is all that there is. */
  Shape shape(Scenario scenario) {
    var users = users(scenario);
    if (scenario.mix().isEmpty()) {
      return new Shape.Circles(users, 1);
    }
    var think = Duration.ofMillis(Math.round(1000 * think(scenario).toSeconds()));
    var warmUp = interval().multipliedBy(users).plus(think).plus(SETTLING);
    return new Shape.Window(users, warmUp, plan.profile().seconds("stable"));
  }

  /** Returns a load for a process that has just been started, which compiles its code. */
  Shape warmUp(Scenario scenario) {
    return new Shape.Window(users(scenario), Duration.ZERO, plan.profile().seconds("warmUp"));
  }

  /** Returns the documents that users read: so many of all, drawn at random. */
  List<StoredDocument> workingSet(List<StoredDocument> all, int size) {
    var shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(plan.seed()));
    return shuffled.subList(0, Math.min(all.size(), size));
  }

  /**
   * Returns what users read, those of the warm-up first, in the order in which they ask for it
   * where answers take no time.
   */
  List<StoredDocument> trace(Scenario scenario, List<StoredDocument> documents, int repetition) {
    record Due(Duration at, ContentUser user) {}
    var nowhere = new Address("", "", "");
    var load = load(scenario, repetition, nowhere, documents, List.of("word"));
    var trace = new ArrayList<StoredDocument>();
    for (var shape : List.of(warmUp(scenario), shape(scenario))) {
      var users = new PriorityQueue<>(Comparator.comparing(Due::at));
      for (int i = 0; i < shape.users(); i++) {
        var user = new ContentUser(load, i);
        users.add(new Due(interval().multipliedBy(i).plus(user.think()), user));
      }
      while (users.element().at().compareTo(shape.ownTime()) < 0) {
        var due = users.remove();
        var operation = due.user().next();
        var subject = due.user().subject(operation);
        if (operation.equals(ContentLoad.ADD)) {
          due.user().added("");
        } else if (operation.equals(ContentLoad.VIEW)) {
          trace.add((StoredDocument) subject);
        }
        users.add(new Due(due.at().plus(due.user().think()), due.user()));
      }
    }
    return trace;
  }

  ContentLoad load(
      Scenario scenario,
      int repetition,
      Address repository,
      List<StoredDocument> documents,
      List<String> words) {
    var seed = plan.seed() + repetition;
    var think = think(scenario);
    return new ContentLoad(repository, documents, words, interval(), think, scenario.mix(), seed);
  }

  String text(Scenario scenario) {
    var think = think(scenario);
    return "%d users, one every %d ms, think time %.2f to %.2f s, %s"
        .formatted(
            users(scenario),
            interval().toMillis(),
            think.fromSeconds(),
            think.toSeconds(),
            shape(scenario) instanceof Shape.Window window
                ? "counted for %d s".formatted(window.length().toSeconds())
                : "one-time transactions alone");
  }
}
