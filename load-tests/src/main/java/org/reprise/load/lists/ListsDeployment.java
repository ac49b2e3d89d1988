package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.load.deploy.ComposeVariables;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.RunningTarget;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.WatchedProcess;

/**
 * The report's environment, wherever it runs: a primary with a streaming standby, a broker, and the
 * service in processes by role. The role with the lists runs twice, once with the split and once
 * without, so that no cell begins with a process that was started for it; a cell uses one of them.
 *
 * @param compatRefresh how the compatible refresh is scaled
 */
record ListsDeployment(Deployment deployment, CompatRefresh compatRefresh)
    implements RunningTarget {
  /** How compose scales the compatible refresh. */
  static final String POLL = "LISTS_REFRESH_POLL";

  static final String USUAL_POLL = "250ms";
  static final String PAGE = "LISTS_REFRESH_PAGE";
  static final int USUAL_PAGE = 15;

  private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(ms|s)");

  /**
   * Starts everything, or asks the containers whether all of it answers. What a run fills their
   * database with is taken out when it is closed.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   * @throws EnvironmentException where something does not answer, refuses the credentials, or has
   *     somebody's data in it
   */
  static ListsDeployment open(
      Target target,
      ListsAmounts profile,
      Shares shares,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var topology = ListsService.topology(profile);
    var deployment = Deployment.open(target, topology, shares, home, logs, progress);
    if (!(target instanceof Target.Compose(_, _, var variables))) {
      return new ListsDeployment(deployment, profile.compatRefresh());
    }
    try {
      deployment.add(BorrowedDatabase.of(deployment.superuser()));
      var refresh = compatRefresh(variables);
      if (!refresh.equals(profile.compatRefresh())) {
        deployment.remark(
            "compatible refresh: %s, as %s and %s say; the profile's: %s"
                .formatted(refresh.text(), POLL, PAGE, profile.compatRefresh().text()));
      }
      return new ListsDeployment(deployment, refresh);
    } catch (SQLException | RuntimeException e) {
      deployment.closeAfter(e);
      throw e instanceof EnvironmentException refused
          ? refused
          : new EnvironmentException("%s: %s".formatted(deployment.superuser(), e.getMessage()), e);
    }
  }

  private static CompatRefresh compatRefresh(ComposeVariables variables) {
    var page = variables.text(PAGE, Integer.toString(USUAL_PAGE));
    if (!page.matches("[1-9]\\d{0,6}")) {
      throw new EnvironmentException(PAGE + " is not a number of records: '" + page + "'");
    }
    var poll = variables.text(POLL, USUAL_POLL);
    var length = LENGTH.matcher(poll);
    if (!length.matches()) {
      throw new EnvironmentException(POLL + " is not a number of ms or s: '" + poll + "'");
    }
    var number = Long.parseLong(length.group(1));
    return new CompatRefresh(
        length.group(2).equals("ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number),
        Integer.parseInt(page));
  }

  private static String role(boolean split) {
    return split ? ListsRoles.LISTS : ListsRoles.UNSPLIT;
  }

  /**
   * The address of the process with the lists.
   *
   * @param split whether its queries read from the standby
   */
  URI lists(boolean split) {
    return deployment.origin(role(split));
  }

  /** The address of the process with the desks. */
  URI circulation() {
    return deployment.origin(ListsRoles.CIRCULATION);
  }

  /** The address of the process that imports. */
  URI imports() {
    return deployment.origin(ListsRoles.IMPORT);
  }

  /** Processes that are watched as long as the run lasts. */
  List<WatchedProcess> roles() {
    return deployment.roles().stream()
        .filter(it -> !it.name().equals(role(true)) && !it.name().equals(role(false)))
        .toList();
  }

  /** The processes with the lists, in a cell that uses one of them. */
  List<WatchedProcess> listsRoles(boolean split) {
    return Stream.of(
            deployment.role(role(split), ListsRoles.LISTS),
            deployment.role(role(!split), ListsRoles.IDLE))
        .flatMap(Optional::stream)
        .toList();
  }

  ListsApi api(URI process) {
    return new ListsApi(process, deployment.credentials(), ListsService.TENANT);
  }
}
