package org.reprise.load.sampling;

/**
 * The resident memory lines of {@code /proc/PID/status} (proc_pid_status(5)), in bytes.
 *
 * @param anonymous the process's own
 * @param file mapped files, mostly shared with processes of the same program
 * @param shared shared memory, PostgreSQL's buffers for one
 */
record ProcStatus(long anonymous, long file, long shared) {

  static ProcStatus parse(String text) {
    return new ProcStatus(
        kilobytes(text, "RssAnon:"), kilobytes(text, "RssFile:"), kilobytes(text, "RssShmem:"));
  }

  private static long kilobytes(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).replace("kB", "").strip())
        .mapToLong(value -> Long.parseLong(value) * 1024)
        .findFirst()
        // A process that has ended and was not waited for has no memory lines.
        .orElse(0);
  }
}
