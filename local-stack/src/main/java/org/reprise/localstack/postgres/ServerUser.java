package org.reprise.localstack.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.Programs;

/**
 * The user of PostgreSQL's programs. They refuse to run as root, so that a server that was broken
 * into could not do everything; a container or a build machine often has root only.
 */
sealed interface ServerUser {

  /** The command that runs the given one as this user. */
  List<String> command(List<String> command);

  /** Makes sure that the user owns a server's directory, which exists. */
  void own(Path directory);

  /** Returns the default directory of this user's programs. */
  Optional<Path> cacheDirectory();

  String describe();

  /**
   * The one that works here: the current user when that is not root; else root within a user
   * namespace, since that needs no other rights on the directories; else (a container that forbids
   * namespaces) nobody.
   */
  static ServerUser detect() {
    if (new UnixSystem().getUid() != 0) {
      return new Current();
    }
    if (works(new Namespace())) {
      return new Namespace();
    }
    if (works(new UnprivilegedUser())) {
      return new UnprivilegedUser();
    }
    throw new LocalStackException(
        "PostgreSQL does not run as root, and neither `unshare -U` nor `setpriv --reuid` works here"
            + " (util-linux, and a user of id 65534 in /etc/passwd): run as another user");
  }

  // initdb looks up the name of its user, so there must be one.
  private static boolean works(ServerUser user) {
    return Programs.run(user.command(List.of("id", "-un"))).succeeded();
  }

  record Current() implements ServerUser {
    @Override
    public List<String> command(List<String> command) {
      return command;
    }

    @Override
    public void own(Path directory) {}

    @Override
    public Optional<Path> cacheDirectory() {
      return Optional.empty();
    }

    @Override
    public String describe() {
      return "the current user";
    }
  }

  /**
   * Root seen from within a user namespace that maps no user: there the process takes itself for
   * nobody, which PostgreSQL accepts, has no capability over the machine, and still owns root's
   * files.
   */
  record Namespace() implements ServerUser {
    @Override
    public List<String> command(List<String> command) {
      return prefixed(List.of("unshare", "-U"), command);
    }

    @Override
    public void own(Path directory) {
      if (!owner(directory).equals(0)) {
        FileTree.giveTo(0, 0, directory);
      }
    }

    @Override
    public Optional<Path> cacheDirectory() {
      return Optional.empty();
    }

    @Override
    public String describe() {
      return "root within a user namespace";
    }
  }

  /** The unprivileged user of id 65534, to whom the data directory is given. */
  record UnprivilegedUser() implements ServerUser {
    private static final int ID = 65534;

    @Override
    public List<String> command(List<String> command) {
      String id = Integer.toString(ID);
      return prefixed(
          List.of("setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups"), command);
    }

    @Override
    public void own(Path directory) {
      // All of it each time: root writes into it between two starts.
      FileTree.giveTo(ID, ID, directory);
      String path = directory.toAbsolutePath().toString();
      if (!Programs.run(command(List.of("test", "-x", path))).succeeded()) {
        throw new LocalStackException(
            "PostgreSQL runs as nobody here, who cannot enter "
                + path
                + ": choose a directory below one that everybody may enter, such as /var/tmp");
      }
    }

    /** Not root's home, which others may not enter. */
    @Override
    public Optional<Path> cacheDirectory() {
      return Optional.of(Path.of("/var/cache/reprise"));
    }

    @Override
    public String describe() {
      return "nobody (id 65534)";
    }
  }

  private static List<String> prefixed(List<String> prefix, List<String> command) {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(command);
    return whole;
  }

  private static Object owner(Path directory) {
    try {
      return Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new LocalStackException("cannot see who owns " + directory + ": " + e, e);
    }
  }
}
