package org.reprise.cps.data;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.opendaylight.yangtools.yang.data.api.schema.stream.NormalizedNodeStreamWriter;
import org.reprise.cps.fault.InvalidRequest;

/**
 * Code of ours failed while yangtools called it. yangtools refuses input with the same exceptions
 * that a mistake in our code throws; this keeps ours apart, so that no caller is blamed for it.
 */
final class OwnFault extends AssertionError {
  private OwnFault(RuntimeException cause) {
    super("code that the parser called failed", cause);
  }

  /** The writer, of whose exceptions only refusals of the request stay what they are. */
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
                        && !(fault instanceof InvalidRequest)
                    ? new OwnFault(fault)
                    : e.getCause();
              }
            });
  }

  /** The result, or the exception marked as ours. */
  static <T extends @Nullable Object> T marked(Supplier<T> code) {
    try {
      return code.get();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new OwnFault(e);
    }
  }
}
