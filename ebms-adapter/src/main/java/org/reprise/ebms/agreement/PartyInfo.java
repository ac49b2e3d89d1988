package org.reprise.ebms.agreement;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Service;

/** One of the two parties of an agreement; signals travel to it on its default channel. */
public record PartyInfo(
    String name,
    List<PartyId> ids,
    Channel defaultChannel,
    List<ActionBinding> bindings,
    List<PartyCertificate> certificates) {
  public PartyInfo {
    ids = List.copyOf(ids);
    bindings = List.copyOf(bindings);
    certificates = List.copyOf(certificates);
  }

  /** Whether all these identifiers are of this party; a message that repeats them fills memory. */
  public boolean isCalled(List<PartyId> names) {
    return names.size() <= ids.size() && ids.containsAll(names);
  }

  /** Returns the channels on which the party receives messages; one may come several times. */
  public Stream<Channel> channels() {
    return Stream.concat(Stream.of(defaultChannel), bindings.stream().map(ActionBinding::channel));
  }

  /** The binding by which the party sends, or receives, a message; null where it does not. */
  public @Nullable ActionBinding binding(boolean sends, Service service, String action) {
    for (ActionBinding binding : bindings) {
      if (binding.sends() == sends
          && binding.action().equals(action)
          && binding.service().equals(service)) {
        return binding;
      }
    }
    return null;
  }

  /** Returns the {@link #binding}; throws UnusableAgreement without one that may be used now. */
  public ActionBinding requireBinding(boolean sends, Service service, String action) {
    ActionBinding binding = binding(sends, service, action);
    if (binding == null) {
      throw new UnusableAgreement(
          "By the agreement '%s' %s no '%s' of the service '%s'."
              .formatted(
                  ids.getFirst(),
                  sends ? "sends" : "receives",
                  action,
                  service.type() == null ? service.name() : service.type() + ":" + service.name()));
    }
    if (!sends && binding.isExposed()) {
      throw new UnusableAgreement(
          "By the agreement the message is confidential in transit, and %s is without TLS."
              .formatted(binding.channel().endpoint()));
    }
    return binding;
  }
}
