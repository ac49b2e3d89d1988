package org.reprise.load.ebms;

import java.util.concurrent.Callable;
import org.reprise.load.deploy.Origin;
import org.reprise.load.engine.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise cpa}: the agreement that a message handler of one's own must know. */
@Command(
    name = "cpa",
    description =
        "Prints the agreement (CPA) under which run ebms sends Pings, to be imported into a message"
            + " handler of your own.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class CpaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      required = true,
      paramLabel = "URL",
      description = "The message handler, as it stands in its own agreements.")
  private String target;

  @Mixin private EbmsSuite ebms;

  @Override
  public Integer call() {
    if (ebms.sink == null) {
      throw new UsageException(
          "cpa needs --sink HOST:PORT: where the message handler reaches this machine with its"
              + " Pongs");
    }
    var sink = ebms.sink;
    var agreement =
        UsageException.typed(() ->
            new Agreement(
                ebms.flow(),
                false,
                EbmsSuite.sink(sink).endpoint(),
                Origin.base(target).toString()));
    var out = spec.commandLine().getOut();
    out.print(agreement.xml());
    out.flush();
    return 0;
  }
}
