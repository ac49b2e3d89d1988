package org.reprise.cps.payload;

import org.reprise.cps.fault.Busy;
import org.reprise.cps.path.Xpath;
import org.reprise.kit.limits.ByteBudget;

/**
 * Counts the containers, list entries and values in the payloads of one request while they are
 * read, and takes the memory that they need from the budget of all requests: on the heap a node
 * needs some hundred bytes, however few characters it has. For one thread; to be closed with the
 * request.
 */
public final class PayloadNodes implements AutoCloseable {
  // Measured: 120 to 180 in yangtools' tree, as much in fragments that are made of it, and 70 more
  // in the arrays of the statement, without the driver's copy.
  private static final long BYTES_OF_NODE = 384;

  /** Characters of an xpath that count as a node: long keys are repeated in all that is below. */
  static final int XPATH_OF_NODE = 128;

  // So many are read before memory is taken for them.
  private static final int STEP = 64;

  private final ByteBudget.Share share;
  private int nodes;

  public PayloadNodes(ByteBudget budget) {
    this.share = budget.share();
  }

  /** Counts from 0 again, where the payloads are read a second time. */
  public void restart() {
    nodes = 0;
  }

  /** Counts a node; throws InvalidData for too many, Busy where others leave no room. */
  public void add() {
    add(1);
  }

  /** Counts the xpath of a node that was counted; throws as {@link #add()}. */
  public void add(Xpath xpath) {
    add(xpath.text().length() / XPATH_OF_NODE);
  }

  private void add(int more) {
    int steps = nodes / STEP;
    nodes += more;
    if (nodes > PayloadReader.MAX_NODES) {
      throw PayloadReader.tooManyNodes();
    }
    if (nodes / STEP > steps) {
      reserve(nodes);
    }
  }

  /** Takes the memory for a document that is to be read whole; throws as {@link #add()}. */
  public void reserve(Payload document) {
    int count = document.countNodes(PayloadReader.MAX_NODES);
    if (count > PayloadReader.MAX_NODES) {
      throw PayloadReader.tooManyNodes();
    }
    reserve(count);
  }

  private void reserve(int count) {
    if (!share.cover(count * BYTES_OF_NODE)) {
      // At once, so that of several that grow together the others find room.
      share.close();
      throw Busy.memory();
    }
  }

  /** How many bytes of the heap those that were counted need, about. */
  public long bytes() {
    return nodes * BYTES_OF_NODE;
  }

  @Override
  public void close() {
    share.close();
  }
}
