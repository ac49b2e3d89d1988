package org.reprise.load.cli;

import java.io.PrintStream;
import org.reprise.load.generator.RunListener;

/** Shows how a run comes along: on a terminal one line, written over, elsewhere one per step. */
final class ProgressDisplay implements RunListener, AutoCloseable {
  private static final int WIDTH = 100;

  private final PrintStream out;
  private final boolean terminal;
  private final long seconds;
  private final long start = System.nanoTime();
  private String what = "";

  ProgressDisplay(PrintStream out, boolean terminal, long seconds) {
    this.out = out;
    this.terminal = terminal;
    this.seconds = seconds;
  }

  /** Writes to the process's error output, which a pipe leaves alone. */
  static ProgressDisplay ofProcess(long seconds) {
    var console = System.console();
    return new ProgressDisplay(System.err, console != null && console.isTerminal(), seconds);
  }

  @Override
  public synchronized void step(String name) {
    what = name;
    show("");
  }

  @Override
  public synchronized void notice(String text) {
    close();
    out.println("note: " + text);
  }

  @Override
  public synchronized void progress(String text) {
    if (terminal) {
      show("  " + text);
    }
  }

  private void show(String detail) {
    var elapsed = (System.nanoTime() - start) / 1_000_000_000;
    var line = "[%d of up to %d s] %s%s".formatted(elapsed, seconds, what, detail);
    if (terminal) {
      out.printf("\r%-" + WIDTH + "." + WIDTH + "s", line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  @Override
  public synchronized void close() {
    if (terminal) {
      out.print("\r" + " ".repeat(WIDTH) + "\r");
      out.flush();
    }
  }
}
