package org.reprise.ebms.agreement;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.PartyId;

/** An agreement in the form that messages are checked against. */
public record Agreement(
    String cpaId, Status status, Instant start, Instant end, List<PartyInfo> parties) {
  public enum Status {
    AGREED,
    SIGNED,
    PROPOSED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Agreement {
    parties = List.copyOf(parties);
  }

  /** The party that has all these identifiers. */
  public @Nullable PartyInfo partyOf(List<PartyId> names) {
    return parties.stream().filter(party -> party.isCalled(names)).findFirst().orElse(null);
  }

  /** Returns the party of an identifier, with or without its type; throws UnusableAgreement. */
  public PartyInfo party(String id) {
    return parties.stream()
        .filter(party ->
            party.ids().stream()
                .anyMatch(one -> one.value().equals(id) || one.toString().equals(id)))
        .findFirst()
        .orElseThrow(() ->
            new UnusableAgreement("'%s' is no party of the agreement '%s'.".formatted(id, cpaId)));
  }

  /** Throws UnusableAgreement where the agreement does not hold at a moment. */
  public void requireInForce(Instant moment) {
    whyNotInForce(moment)
        .ifPresent(why -> {
          throw new UnusableAgreement("The agreement '%s' %s.".formatted(cpaId, why));
        });
  }

  /** Why the agreement does not hold at a moment; empty where it does. */
  public Optional<String> whyNotInForce(Instant moment) {
    if (status == Status.PROPOSED) {
      return Optional.of("is proposed, not agreed");
    }
    if (moment.isBefore(start)) {
      return Optional.of("starts at " + start);
    }
    return moment.isBefore(end) ? Optional.empty() : Optional.of("ended at " + end);
  }
}
