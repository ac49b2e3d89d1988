package org.reprise.cps.payload;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.data.api.schema.stream.NormalizedNodeStreamWriter;
import org.reprise.cps.fault.CpsException;

/**
 * Code of ours failed while yangtools called it. yangtools refuses input with the same exceptions
 * that a mistake in our code throws; this keeps ours apart, so that no caller is blamed for it.
 */
final class OwnFault extends AssertionError {
  private OwnFault(RuntimeException cause) {
    super("code that the parser called failed", cause);
  }

  interface Code<T extends @Nullable Object, E extends Exception> {
    T run() throws E;
  }

  /** The writer, of whose exceptions only our own answers stay what they are. */
  static NormalizedNodeStreamWriter marked(NormalizedNodeStreamWriter writer) {
    return (NormalizedNodeStreamWriter)
        Proxy.newProxyInstance(
            NormalizedNodeStreamWriter.class.getClassLoader(),
            new Class<?>[] {NormalizedNodeStreamWriter.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(writer, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() instanceof RuntimeException fault
                        && !(fault instanceof CpsException)
                    ? new OwnFault(fault)
                    : e.getCause();
              }
            });
  }

  /** Returns the result; refusals of the request and checked exceptions stay what they are. */
  static <T extends @Nullable Object, E extends Exception> T marked(Code<T, E> code) throws E {
    try {
      return code.run();
    } catch (CpsException refusal) {
      throw refusal;
    } catch (RuntimeException fault) {
      throw new OwnFault(fault);
    }
  }

  static void run(Runnable code) {
    OwnFault.<@Nullable Object, RuntimeException>marked(() -> {
      code.run();
      return null;
    });
  }
}
