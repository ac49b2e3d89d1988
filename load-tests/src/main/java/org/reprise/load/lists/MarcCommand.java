package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.reprise.load.engine.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise marc}: records to import. */
@Command(
    name = "marc",
    description = "Writes binary MARC 21 records, the same for the same seed, to be imported.",
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class MarcCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--records", defaultValue = "25000", paramLabel = "N", description = "How many.")
  private int records;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Of their data.")
  private long seed;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "Is replaced.")
  private Path file;

  @Override
  public Integer call() throws IOException {
    UsageException.typed(() -> new MarcFile(records, seed)).write(file);
    var out = spec.commandLine().getOut();
    out.printf("%,d records, %,d bytes: %s%n", records, Files.size(file), file);
    out.flush();
    return 0;
  }
}
