package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints what it found. */
@Command(mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
abstract class PrintingCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    return print(spec.commandLine().getOut());
  }

  abstract int print(PrintWriter out) throws IOException, InterruptedException;

  /** Says on the error output how the work comes along. */
  Consumer<String> progress() {
    return spec.commandLine().getErr()::println;
  }
}
