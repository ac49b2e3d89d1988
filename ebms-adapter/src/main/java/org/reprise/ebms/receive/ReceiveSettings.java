package org.reprise.ebms.receive;

import java.time.Duration;
import org.reprise.ebms.envelope.RefusedMessage;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How messages are received, under {@code reprise.ebms}.
 *
 * @param allowPlainHttp whether messages are taken without TLS from other machines; without it
 *     plain HTTP is for loopback only
 * @param admission which messages are refused unread
 * @param errorReports where the sender of a message learns what is wrong with it
 * @param errorStatus HTTP status of an answer that says what is wrong with a message's content:
 *     500, as SOAP 1.1 has it, or 200 for partners that send a message again after each 500
 */
@ConfigurationProperties("reprise.ebms")
public record ReceiveSettings(
    @DefaultValue("false") boolean allowPlainHttp,
    @DefaultValue Admission admission,
    @DefaultValue("by-agreement") ErrorReporting errorReports,
    @DefaultValue("500") int errorStatus) {
  public ReceiveSettings {
    new SettingBounds("reprise.ebms")
        .require(
            errorStatus == RefusedMessage.CONTENT_IS_WRONG || errorStatus == 200,
            "error-status",
            "must be 500 or 200, was " + errorStatus);
  }

  /** How long a message waits for a thread; then it is refused, as its answer would be late. */
  public record Admission(@DefaultValue("1s") Duration maxWait) {
    public Admission {
      new SettingBounds("reprise.ebms.admission")
          .atLeast("max-wait", maxWait, Duration.ofMillis(1));
    }
  }

  public enum ErrorReporting {
    /** By a message to the endpoint for errors under {@code syncReplyMode=none}. */
    BY_AGREEMENT,
    /** In the HTTP response, whatever the agreement says. */
    IN_RESPONSE
  }
}
