package org.reprise.load.lists;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Files in which a service notes each request that it answered and each collection of its heap, so
 * that a benchmark can say what happened at the service, and not only what its caller saw.
 *
 * @param folder where they are
 */
record ServiceRecords(Path folder) {
  private static final String REQUESTS = "requests.log";
  private static final String COLLECTIONS = "collections.log";

  /** Method, path, status and microseconds, as {@link RequestLog} reads them. */
  private static final String PATTERN = "%m %U %s %D";

  /** Requests in the order of their ends. */
  Path requests() {
    return folder.resolve(REQUESTS);
  }

  /** The JVM's own log of collections. */
  Path collections() {
    return folder.resolve(COLLECTIONS);
  }

  /** Settings of Spring Boot that make it note requests. */
  Map<String, String> environment() {
    return Map.of(
        "SERVER_TOMCAT_ACCESSLOG_ENABLED", "true",
        "SERVER_TOMCAT_ACCESSLOG_PATTERN", PATTERN,
        "SERVER_TOMCAT_ACCESSLOG_DIRECTORY", folder.toString(),
        "SERVER_TOMCAT_ACCESSLOG_PREFIX", "requests",
        "SERVER_TOMCAT_ACCESSLOG_SUFFIX", ".log",
        "SERVER_TOMCAT_ACCESSLOG_ROTATE", "false",
        "SERVER_TOMCAT_ACCESSLOG_BUFFERED", "false");
  }

  /** Options that make the JVM note collections. */
  List<String> jvmFlags() {
    return List.of("-Xlog:gc:file=%s:uptime:filecount=0".formatted(collections()));
  }
}
