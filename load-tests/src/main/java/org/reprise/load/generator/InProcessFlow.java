package org.reprise.load.generator;

/**
 * What a user does in the measured process itself. {@link InProcessRunner} makes one by its
 * constructor without arguments; all users of a load share it.
 */
public interface InProcessFlow extends AutoCloseable {
  /** Opens what the users need. */
  void open(LoadSpec load) throws Exception;

  /** One pass of the flow: records each operation, and the flow where all of it went well. */
  void once(Recorder recorder);

  @Override
  void close();
}
