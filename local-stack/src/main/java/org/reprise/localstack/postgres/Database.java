package org.reprise.localstack.postgres;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.reprise.localstack.process.LocalStackException;

/**
 * The address and credentials of one database.
 *
 * @param jdbcUrl the JDBC URL, without credentials
 * @param username the role
 * @param password its password
 */
public record Database(String jdbcUrl, String username, String password) {
  // A server that was suspended accepts connections and never answers.
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);
  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private static final String ROLE =
      """
      DO $$ BEGIN CREATE ROLE "%1$s"; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
      ALTER ROLE "%1$s" LOGIN PASSWORD '%2$s'\
      """;

  /** Objects that services make in a database: sequences of columns go with their tables. */
  private static final String HAND_OVER =
      """
      DO $$ DECLARE change text; BEGIN
        FOR change IN
          SELECT format('ALTER TABLE %%s OWNER TO "%1$s"', oid::regclass) FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND (relkind IN ('r', 'p') OR relkind = 'S'
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i')))
          UNION ALL
          SELECT format('ALTER ROUTINE %%s OWNER TO "%1$s"', oid::regprocedure) FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
        LOOP EXECUTE change; END LOOP;
      END $$;
      ALTER DATABASE "%1$s" OWNER TO "%1$s"\
      """;

  /**
   * Returns another database of the same server, with the same credentials.
   *
   * @param name of the database, which is not looked for
   */
  public Database named(String name) {
    return new Database(
        jdbcUrl.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"), username, password);
  }

  /**
   * Returns another database of the same server, as the role that owns it. Its password follows
   * from the superuser's, which does not follow from it.
   */
  Database owned(String name) {
    try {
      byte[] secret =
          MessageDigest.getInstance("SHA-256")
              .digest((password + "\n" + name).getBytes(StandardCharsets.UTF_8));
      return new Database(named(name).jdbcUrl, name, HexFormat.of().formatHex(secret));
    } catch (NoSuchAlgorithmException e) {
      throw new LocalStackException("this JVM has no SHA-256", e);
    }
  }

  /**
   * Makes a database and the login role of the same name that owns it and is no superuser, unless
   * they are there. One that belongs to this superuser, as before databases had owners, is handed
   * over with all that is in it.
   *
   * @return the database, as its owner
   * @throws IllegalArgumentException when the name is none
   */
  public Database create(String name) {
    if (!NAME.matcher(name).matches() || name.equals(username)) {
      throw new IllegalArgumentException("not a name for a database: '" + name + "'");
    }
    Database owner = owned(name);
    try (Connection connection = connect(RESPONSE_TIMEOUT);
        Statement statement = connection.createStatement();
        ResultSet present =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '%s'"
                        .formatted(name))) {
      boolean exists = present.next();
      if (!exists || !name.equals(present.getString(1))) {
        statement.execute(ROLE.formatted(name, owner.password));
        if (exists) {
          named(name).execute("SET lock_timeout = '30s';" + HAND_OVER.formatted(name));
        } else {
          statement.execute("CREATE DATABASE \"%1$s\" OWNER \"%1$s\"".formatted(name));
        }
      }
      return owner;
    } catch (SQLException e) {
      throw new LocalStackException("cannot make the database " + name + ": " + e.getMessage(), e);
    }
  }

  /** Opens a connection, which the caller closes. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, username, password);
  }

  /**
   * Opens a connection to a server that may not answer any more.
   *
   * @param limit for connecting and for each answer, in whole seconds
   */
  public Connection connect(Duration limit) throws SQLException {
    String seconds = Long.toString(limit.toSeconds());
    Properties properties = new Properties();
    properties.setProperty("user", username);
    properties.setProperty("password", password);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  /**
   * Runs a query of one number on a connection of its own.
   *
   * @throws LocalStackException when the server refuses it
   */
  public long count(String sql) {
    return query(Duration.ZERO, sql, row -> row.getLong(1)).getFirst();
  }

  /**
   * Runs a query of one text in each row on a connection of its own.
   *
   * @throws LocalStackException when the server refuses it
   */
  public List<String> texts(String sql) {
    return query(Duration.ZERO, sql, row -> row.getString(1));
  }

  @FunctionalInterface
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Runs a query on a connection of its own.
   *
   * @param limit for connecting and for each answer, in whole seconds; zero for none
   * @throws LocalStackException when the server refuses it or does not answer
   */
  public <T> List<T> query(Duration limit, String sql, RowReader<T> reader) {
    try (Connection connection = connect(limit);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    } catch (SQLException e) {
      throw new LocalStackException("cannot query " + this + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs statements on a connection of its own.
   *
   * @throws LocalStackException when the server refuses them
   */
  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new LocalStackException(sql, e);
    }
  }

  /** Names the place and the role, not the password. */
  @Override
  public String toString() {
    return username + " at " + jdbcUrl;
  }
}
