package org.reprise.load.cli;

import java.io.IOException;
import org.reprise.load.stack.EnvFile;
import org.reprise.load.stack.Home;
import org.reprise.load.system.MeasuredSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reprise env}: the secrets that docker-compose.yml asks for. */
@Command(
    name = "env",
    description = "Writes .env with generated secrets for docker compose, readable by you alone.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class EnvCommand implements java.util.concurrent.Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var file = Home.current().envFile();
    EnvFile.generate(file, Systems.ALL.stream().map(MeasuredSystem::address).toList());
    var out = spec.commandLine().getOut();
    out.println("wrote " + file);
    out.println("next: docker compose up -d, then ./reprise run cps --target compose");
    out.flush();
    return 0;
  }
}
