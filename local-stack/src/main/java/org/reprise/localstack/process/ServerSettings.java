package org.reprise.localstack.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** The settings of servers, as this module's resources state them. */
public final class ServerSettings {
  private ServerSettings() {}

  /** Returns the names and values of a file of properties beside a class. */
  public static Map<String, String> standard(Class<?> owner, String file) {
    Properties properties = new Properties();
    try (InputStream content = Objects.requireNonNull(owner.getResourceAsStream(file))) {
      properties.load(content);
    } catch (IOException e) {
      throw new LocalStackException("cannot read " + file + ": " + e, e);
    }
    Map<String, String> settings = new HashMap<>();
    properties.forEach((name, value) -> settings.put((String) name, (String) value));
    return settings;
  }

  /** Returns settings with others over them. */
  public static Map<String, String> with(Map<String, String> settings, Map<String, String> others) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(others);
    return all;
  }
}
