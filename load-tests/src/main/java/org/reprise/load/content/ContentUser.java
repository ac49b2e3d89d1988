package org.reprise.load.content;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.UUID;

/** A virtual user: draws transactions, and knows the documents that it has added. */
final class ContentUser {
  /** Names begin with it, so that no two are alike, whoever sent a load before. */
  private final String prefix = UUID.randomUUID().toString();

  private final ContentLoad load;
  private final SplittableRandom random;
  private final Deque<String> own = new ArrayDeque<>();
  private int added;

  ContentUser(ContentLoad load, int number) {
    this.load = load;
    this.random = new SplittableRandom(load.seed() << 32 ^ number);
  }

  /** Returns the next operation; an add instead of a removal while the user has no document. */
  String next() {
    var drawn = random.nextInt(load.mix().values().stream().mapToInt(Integer::intValue).sum());
    for (var each : load.mix().entrySet()) {
      drawn -= each.getValue();
      if (drawn < 0) {
        var operation = each.getKey();
        return operation.equals(ContentLoad.REMOVE) && own.isEmpty() ? ContentLoad.ADD : operation;
      }
    }
    throw new IllegalStateException("a mix without weights: " + load.mix());
  }

  /**
   * Draws what an operation is about: the {@link Upload} of an add, the id of the user's oldest
   * document for a removal, two words for a search, else a {@link StoredDocument}.
   */
  Object subject(String operation) {
    return switch (operation) {
      case ContentLoad.ADD -> Upload.draw(random, prefix + " " + ++added);
      case ContentLoad.REMOVE -> own.remove();
      case ContentLoad.SEARCH -> word() + " " + word();
      default -> load.documents().get(random.nextInt(load.documents().size()));
    };
  }

  private String word() {
    return load.words().get(random.nextInt(load.words().size()));
  }

  Duration think() {
    var think = load.think();
    var seconds = random.nextDouble(think.fromSeconds(), Math.nextUp(think.toSeconds()));
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  void added(String document) {
    own.add(document);
  }
}
