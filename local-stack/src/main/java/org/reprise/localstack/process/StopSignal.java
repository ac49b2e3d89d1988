package org.reprise.localstack.process;

/** The POSIX signal by which a process is asked to end, before it is killed. */
public enum StopSignal {
  /** Ends most programs in an orderly way; the default. */
  TERM,
  /** PostgreSQL's fast shutdown: ends sessions, writes a checkpoint. */
  INT,
  /** PostgreSQL's immediate shutdown: no checkpoint, the next start recovers from the log. */
  QUIT
}
