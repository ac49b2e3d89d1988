package org.reprise.gc.web;

import java.util.List;
import java.util.regex.Pattern;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the dialogs, under {@code reprise.gc.dialogs}.
 *
 * @param frameAncestors origins of other sites whose pages may show dialogs in a frame, as {@code
 *     https://rm.example.com}
 */
@ConfigurationProperties("reprise.gc.dialogs")
public record DialogSettings(@DefaultValue List<String> frameAncestors) {
  private static final Pattern ORIGIN = Pattern.compile("https?://[A-Za-z0-9.\\-\\[\\]:]+");

  public DialogSettings {
    frameAncestors = List.copyOf(frameAncestors);
    SettingBounds bounds = new SettingBounds("reprise.gc.dialogs");
    for (String origin : frameAncestors) {
      bounds.require(
          ORIGIN.matcher(origin).matches(),
          "frame-ancestors",
          "has origins as https://host:port, not '%s'".formatted(origin));
    }
  }
}
