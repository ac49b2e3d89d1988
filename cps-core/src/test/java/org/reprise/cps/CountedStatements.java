package org.reprise.cps;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that keeps what it is asked to execute, and does something before a statement where
 * a test wants it.
 */
final class CountedStatements {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final DataSource dataSource;
  private final AtomicReference<@Nullable Interruption> interruption = new AtomicReference<>();

  private record Interruption(String part, Runnable action) {}

  CountedStatements(DataSource real) {
    this.dataSource =
        proxy(
            DataSource.class,
            real,
            (result, arguments) ->
                result instanceof Connection connection ? counted(connection) : result);
  }

  private interface Wrapping {
    Object of(Object result, Object[] arguments);
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** What was executed, without white space at its ends. */
  List<String> seen() {
    return List.copyOf(seen);
  }

  void forget() {
    seen.clear();
  }

  /** Runs an action, once, before the next statement whose text contains the part is executed. */
  void before(String part, Runnable action) {
    interruption.set(new Interruption(part, action));
  }

  /** Whether the action of {@link #before} has been run. */
  boolean interrupted() {
    return interruption.get() == null;
  }

  private void execute(String sql) {
    seen.add(sql.strip());
    Interruption due = interruption.get();
    if (due != null && sql.contains(due.part) && interruption.compareAndSet(due, null)) {
      due.action.run();
    }
  }

  private Connection counted(Connection connection) {
    return proxy(
        Connection.class,
        connection,
        (result, arguments) ->
            result instanceof PreparedStatement statement
                ? counted(statement, String.valueOf(arguments[0]))
                : result);
  }

  private PreparedStatement counted(PreparedStatement statement, String sql) {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            CountedStatements.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              if (method.getName().startsWith("execute")) {
                execute(sql);
              }
              return invoke(statement, method, arguments);
            });
  }

  private static <T> T proxy(Class<T> type, T real, Wrapping wrapping) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object result = invoke(real, method, arguments);
          return result == null
              ? null
              : wrapping.of(result, arguments == null ? new Object[] {""} : arguments);
        };
    return type.cast(
        Proxy.newProxyInstance(
            CountedStatements.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object real, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
