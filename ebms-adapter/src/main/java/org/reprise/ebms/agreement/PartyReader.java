package org.reprise.ebms.agreement;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Service;

/** Reads one PartyInfo of an agreement: its channels first, for bindings refer to them. */
final class PartyReader {
  // An index of the database holds endpoints, and entries of less than 2,700 bytes.
  private static final int MAX_URI = 2000;
  private static final Set<String> CONFIDENTIAL =
      Set.of("none", "transient", "persistent", "transient-and-persistent");

  private final CpaElement element;
  private final PackagingReader packaging;
  private final SecurityReader security;
  private final Map<String, Transport> transports;
  private final Map<String, DocExchange> exchanges;
  private final Map<String, Channel> channels = new HashMap<>();

  PartyReader(CpaElement element, PackagingReader packaging) {
    this.element = element;
    this.packaging = packaging;
    this.security = new SecurityReader(element);
    this.transports =
        byId(
            "Transport",
            "transportId",
            at -> new Transport(at, Optional.ofNullable(endpoints(at))));
    this.exchanges =
        byId("DocExchange", "docExchangeId", at -> new DocExchange(at, ReliabilityReader.read(at)));
  }

  private record Transport(CpaElement at, Optional<Endpoints> endpoints) {}

  private record DocExchange(CpaElement at, Reliability reliability) {}

  private <T> Map<String, T> byId(String name, String attribute, Function<CpaElement, T> reader) {
    Map<String, T> found = new HashMap<>();
    element
        .children(name)
        .forEach(child -> {
          if (found.put(child.required(attribute), reader.apply(child)) != null) {
            child.error("@%s is there twice".formatted(attribute));
          }
        });
    return found;
  }

  @Nullable PartyInfo party() {
    List<PartyId> ids =
        element
            .children("PartyId")
            .filter(id -> {
              if (id.text().isEmpty()) {
                id.error("is empty");
              }
              return !id.text().isEmpty();
            })
            .map(id -> new PartyId(id.attribute("type"), id.text()))
            .toList();
    if (ids.isEmpty()) {
      element.error("PartyId is missing");
    }
    packaging.check(element, "defaultMshPackageId");
    element.children("DeliveryChannel").forEach(this::channel);
    String defaultId = element.required("defaultMshChannelId");
    Channel channel = channels.get(defaultId);
    if (channel == null) {
      if (!defaultId.isEmpty()) {
        element.error("@defaultMshChannelId names no usable DeliveryChannel: " + defaultId);
      }
      return null;
    }
    element
        .children("OverrideMshActionBinding")
        .filter(override -> !defaultId.equals(override.attribute("channelId")))
        .forEach(override ->
            override.warning(
                "is not served: signals of all actions go over the default channel " + defaultId));
    List<ActionBinding> bindings = new ArrayList<>();
    element.children("CollaborationRole").forEach(role -> bindings(role, bindings));
    String name = element.attribute("partyName");
    return ids.isEmpty()
        ? null
        : new PartyInfo(name == null ? "" : name, ids, channel, bindings, security.certificates());
  }

  private void channel(CpaElement at) {
    String id = at.required("channelId");
    Transport transport = referred(at, "transportId", transports, "Transport");
    DocExchange exchange = referred(at, "docExchangeId", exchanges, "DocExchange");
    CpaElement character = at.requiredChild("MessagingCharacteristics");
    if (character == null || transport == null || transport.endpoints().isEmpty() || id.isEmpty()) {
      return;
    }
    Channel channel =
        new Channel(
            id,
            character.choice(
                "syncReplyMode", SyncReplyMode.values(), SyncReplyMode::text, SyncReplyMode.NONE),
            character.perMessage("ackRequested"),
            character.perMessage("ackSignatureRequested"),
            character.perMessage("duplicateElimination"),
            transport.endpoints().get().messages(),
            transport.endpoints().get().errors(),
            exchange == null ? Reliability.NONE : exchange.reliability(),
            security.channel(exchange == null ? null : exchange.at(), transport.at()));
    if (channels.put(id, channel) != null) {
      at.error("@channelId is there twice: " + id);
    }
  }

  private <T> @Nullable T referred(
      CpaElement at, String attribute, Map<String, T> targets, String what) {
    String id = at.required(attribute);
    T target = targets.get(id);
    if (target == null && !id.isEmpty()) {
      at.error("@%s names no %s: %s".formatted(attribute, what, id));
    }
    return target;
  }

  private void bindings(CpaElement role, List<ActionBinding> into) {
    CpaElement name = role.requiredChild("Role");
    CpaElement binding = role.requiredChild("ServiceBinding");
    CpaElement service = binding == null ? null : binding.requiredChild("Service");
    if (name == null || binding == null || service == null) {
      return;
    }
    if (service.text().isEmpty()) {
      service.error("is empty");
      return;
    }
    Service asked = new Service(service.attribute("type"), service.text());
    for (String direction : List.of("CanSend", "CanReceive")) {
      binding.children(direction).forEach(can -> actions(can, name.required("name"), asked, into));
    }
  }

  private void actions(CpaElement can, String role, Service service, List<ActionBinding> into) {
    CpaElement action = can.requiredChild("ThisPartyActionBinding");
    if (action != null) {
      packaging.check(action, "packageId");
      CpaElement reference = action.requiredChild("ChannelId");
      Channel channel = reference == null ? null : channels.get(reference.text());
      if (reference != null && channel == null) {
        reference.error("names no usable DeliveryChannel: " + reference.text());
      } else if (channel != null) {
        boolean sends = can.name().equals("CanSend");
        if (sends) {
          checkResponse(can, action, channel);
        }
        into.add(binding(sends, role, service, action, channel));
      }
    }
    // A CanReceive inside a CanSend is the response that comes back on the same exchange.
    for (String direction : List.of("CanSend", "CanReceive")) {
      can.children(direction).forEach(inner -> actions(inner, role, service, into));
    }
  }

  // In the HTTP response this service sends Acknowledgments and errors, but no business messages.
  private void checkResponse(CpaElement can, CpaElement action, Channel channel) {
    boolean onSameExchange = can.child("CanReceive") != null;
    SyncReplyMode mode = channel.syncReplyMode();
    if (mode == SyncReplyMode.RESPONSE_ONLY
        || (mode == SyncReplyMode.SIGNALS_AND_RESPONSE && onSameExchange)) {
      action.error(
          "channel %s wants the business response in the HTTP response (syncReplyMode %s), which is not served"
              .formatted(channel.id(), mode.text()));
    } else if (mode == SyncReplyMode.SIGNALS_AND_RESPONSE) {
      action.warning(
          "of channel %s signals are answered in the HTTP response; a business response is a message of its own"
              .formatted(channel.id()));
    }
  }

  private ActionBinding binding(
      boolean sends, String role, Service service, CpaElement action, Channel channel) {
    CpaElement wishes = action.child("BusinessTransactionCharacteristics");
    boolean signed = wishes != null && wishes.flag("isNonRepudiationRequired");
    boolean receiptSigned = wishes != null && wishes.flag("isNonRepudiationReceiptRequired");
    String confidential = wishes == null ? "none" : confidential(wishes);
    boolean encrypted = confidential.endsWith("persistent");
    if (sends && signed && channel.security().signing() == null) {
      action.warning(
          "messages are to be signed, but channel %s does not say how".formatted(channel.id()));
    }
    if (!sends && encrypted && channel.security().encryption() == null) {
      action.warning(
          "payloads are to be encrypted, but channel %s does not say how".formatted(channel.id()));
    }
    ActionBinding binding =
        new ActionBinding(
            sends,
            role,
            service,
            action.required("action"),
            channel,
            signed,
            receiptSigned,
            encrypted,
            confidential.startsWith("transient"));
    if (!sends && binding.isExposed()) {
      action.warning(
          "messages are confidential in transit, but the endpoint of channel %s is without TLS: nothing is sent to it"
              .formatted(channel.id()));
    }
    return binding;
  }

  private String confidential(CpaElement element) {
    String value = element.attribute("isConfidential");
    if (value != null && !CONFIDENTIAL.contains(value)) {
      element.error("@isConfidential has no known value: '%s'".formatted(value));
    }
    return value == null ? "none" : value;
  }

  private record Endpoints(URI messages, URI errors) {}

  private @Nullable Endpoints endpoints(CpaElement transport) {
    CpaElement receiver = transport.requiredChild("TransportReceiver");
    List<CpaElement> endpoints =
        receiver == null ? List.of() : receiver.children("Endpoint").toList();
    if (endpoints.isEmpty()) {
      if (receiver != null) {
        receiver.error("Endpoint is missing");
      }
      return null;
    }
    CpaElement forAll =
        endpoint(endpoints, "allPurpose")
            .or(() -> endpoint(endpoints, "request"))
            .orElse(endpoints.getFirst());
    URI messages = uri(forAll);
    URI errors = endpoint(endpoints, "error").map(this::uri).orElse(messages);
    return messages == null || errors == null ? null : new Endpoints(messages, errors);
  }

  // CPPA 2.0, section 8.4.33: without a type an endpoint is for all purposes.
  private static Optional<CpaElement> endpoint(List<CpaElement> endpoints, String type) {
    return endpoints.stream()
        .filter(e -> type.equals(e.attribute("type") == null ? "allPurpose" : e.attribute("type")))
        .findFirst();
  }

  private @Nullable URI uri(CpaElement endpoint) {
    String value = endpoint.required("uri");
    if (value.getBytes(StandardCharsets.UTF_8).length > MAX_URI) {
      endpoint.error("@uri has more than %d bytes".formatted(MAX_URI));
      return null;
    }
    try {
      URI uri = new URI(value);
      if ((!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme()))
          || uri.getHost() == null
          || uri.getPort() > 65_535
          || uri.getUserInfo() != null) {
        endpoint.error(
            "@uri must be http:// or https:// with a host and a valid port, without credentials: "
                + uri);
        return null;
      }
      // The host's case says nothing: queue, breaker and backlog are those of one endpoint.
      String host = uri.getHost();
      return URI.create(value.replaceFirst(Pattern.quote(host), host.toLowerCase(Locale.ROOT)));
    } catch (URISyntaxException e) {
      endpoint.error("@uri is no URI: " + e.getInput());
      return null;
    }
  }
}
