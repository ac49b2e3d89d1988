package org.reprise.ebms.agreement;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageIds;
import org.reprise.ebms.envelope.PartyId;
import org.reprise.ebms.envelope.Service;
import org.reprise.ebms.envelope.XsDateTime;

/**
 * Compiles the document of an agreement (CPPA 2.0). What messages are judged by is read and
 * checked; the rest of the document is kept as it is.
 */
final class CpaReader {
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Set<String> CONFIDENTIAL =
      Set.of("none", "transient", "persistent", "transient-and-persistent");

  private final Findings findings = new Findings();

  private CpaReader() {}

  /**
   * What a document says, and what was found on the way.
   *
   * @param agreement its compiled form
   * @param warnings what will not work, though the agreement is taken
   */
  record Compiled(Agreement agreement, List<Finding> warnings) {}

  /** Reads a document; throws InvalidAgreement with all findings where it cannot be used. */
  static Compiled read(byte[] document) {
    CpaReader reader = new CpaReader();
    Agreement agreement = reader.agreement(CpaElement.read(document));
    if (reader.findings.hasErrors() || agreement == null) {
      throw new InvalidAgreement(reader.findings.list());
    }
    return new Compiled(agreement, reader.findings.list());
  }

  private @Nullable Agreement agreement(CpaElement root) {
    if (!root.name().equals("CollaborationProtocolAgreement")) {
      error(root, "the root must be CollaborationProtocolAgreement of CPPA 2.0");
      return null;
    }
    String cpaId = required(root, "cpaid");
    if (cpaId.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      error(root, "@cpaid holds a control character");
    }
    if (MessageIds.isTooLong(cpaId)) {
      error(root, "@cpaid has more than %d bytes".formatted(MessageIds.LONGEST));
    }
    CpaElement status = requiredChild(root, "Status");
    Instant start = moment(requiredChild(root, "Start"));
    Instant end = moment(requiredChild(root, "End"));
    if (start != null && end != null && !start.isBefore(end)) {
      error(root, "Start is not before End");
    }
    List<PartyInfo> parties = parties(root);
    Agreement.Status value =
        status == null
            ? null
            : choice(status, "value", Agreement.Status.values(), Agreement.Status::text, null);
    if (start == null || end == null || value == null || parties.size() != 2) {
      return null;
    }
    if (end.isBefore(Instant.now())) {
      warning(root, "the agreement ended at " + end);
    }
    return new Agreement(cpaId, value, start, end, parties);
  }

  private List<PartyInfo> parties(CpaElement root) {
    List<CpaElement> elements = root.children("PartyInfo").toList();
    if (elements.size() != 2) {
      error(root, "PartyInfo must be there twice, was %d times".formatted(elements.size()));
    }
    PackagingReader packaging = new PackagingReader(findings, root);
    List<PartyInfo> parties = new ArrayList<>();
    for (CpaElement element : elements) {
      PartyInfo party = new PartyReader(element, packaging).party();
      if (party != null) {
        parties.add(party);
      }
    }
    if (parties.size() == 2
        && parties.get(0).ids().stream().anyMatch(parties.get(1).ids()::contains)) {
      error(elements.get(1), "both parties have the same PartyId");
    }
    return parties;
  }

  /** Reads one PartyInfo: its channels first, for bindings refer to them. */
  private final class PartyReader {
    private final CpaElement element;
    private final PackagingReader packaging;
    private final SecurityReader security;
    private final Map<String, Way> transports;
    private final Map<String, Terms> exchanges;
    private final Map<String, Channel> channels = new HashMap<>();

    PartyReader(CpaElement element, PackagingReader packaging) {
      this.element = element;
      this.packaging = packaging;
      this.security = new SecurityReader(findings, element);
      this.transports =
          byId("Transport", "transportId", at -> new Way(at, Optional.ofNullable(endpoints(at))));
      this.exchanges =
          byId(
              "DocExchange",
              "docExchangeId",
              at -> new Terms(at, new ReliabilityReader(findings).read(at)));
    }

    /** A Transport. */
    private record Way(CpaElement at, Optional<Endpoints> endpoints) {}

    /** A DocExchange. */
    private record Terms(CpaElement at, Reliability reliability) {}

    private <T> Map<String, T> byId(String name, String attribute, Function<CpaElement, T> reader) {
      Map<String, T> found = new HashMap<>();
      element
          .children(name)
          .forEach(child -> {
            if (found.put(required(child, attribute), reader.apply(child)) != null) {
              error(child, "@%s is there twice".formatted(attribute));
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
                  error(id, "is empty");
                }
                return !id.text().isEmpty();
              })
              .map(id -> new PartyId(id.attribute("type"), id.text()))
              .toList();
      if (ids.isEmpty()) {
        error(element, "PartyId is missing");
      }
      packaging.check(element, "defaultMshPackageId");
      element.children("DeliveryChannel").forEach(this::channel);
      String defaultId = required(element, "defaultMshChannelId");
      Channel channel = channels.get(defaultId);
      if (channel == null) {
        if (!defaultId.isEmpty()) {
          error(element, "@defaultMshChannelId names no usable DeliveryChannel: " + defaultId);
        }
        return null;
      }
      List<ActionBinding> bindings = new ArrayList<>();
      element.children("CollaborationRole").forEach(role -> bindings(role, bindings));
      String name = element.attribute("partyName");
      return ids.isEmpty()
          ? null
          : new PartyInfo(
              name == null ? "" : name, ids, channel, bindings, security.certificates());
    }

    private void channel(CpaElement at) {
      String id = required(at, "channelId");
      Way way = referred(at, "transportId", transports, "Transport");
      Terms terms = referred(at, "docExchangeId", exchanges, "DocExchange");
      CpaElement character = requiredChild(at, "MessagingCharacteristics");
      if (character == null || way == null || way.endpoints().isEmpty() || id.isEmpty()) {
        return;
      }
      Channel channel =
          new Channel(
              id,
              choice(
                  character,
                  "syncReplyMode",
                  SyncReplyMode.values(),
                  SyncReplyMode::text,
                  SyncReplyMode.NONE),
              perMessage(character, "ackRequested"),
              perMessage(character, "ackSignatureRequested"),
              perMessage(character, "duplicateElimination"),
              way.endpoints().get().messages(),
              way.endpoints().get().errors(),
              terms == null ? Reliability.NONE : terms.reliability(),
              security.channel(terms == null ? null : terms.at(), way.at()));
      if (channels.put(id, channel) != null) {
        error(at, "@channelId is there twice: " + id);
      }
    }

    private <T> @Nullable T referred(
        CpaElement at, String attribute, Map<String, T> targets, String what) {
      String id = required(at, attribute);
      T target = targets.get(id);
      if (target == null && !id.isEmpty()) {
        error(at, "@%s names no %s: %s".formatted(attribute, what, id));
      }
      return target;
    }

    private void bindings(CpaElement role, List<ActionBinding> into) {
      CpaElement name = requiredChild(role, "Role");
      CpaElement binding = requiredChild(role, "ServiceBinding");
      CpaElement service = binding == null ? null : requiredChild(binding, "Service");
      if (name == null || binding == null || service == null) {
        return;
      }
      if (service.text().isEmpty()) {
        error(service, "is empty");
        return;
      }
      Service asked = new Service(service.attribute("type"), service.text());
      for (String direction : List.of("CanSend", "CanReceive")) {
        binding
            .children(direction)
            .forEach(can -> actions(can, required(name, "name"), asked, into));
      }
    }

    private void actions(CpaElement can, String role, Service service, List<ActionBinding> into) {
      CpaElement action = requiredChild(can, "ThisPartyActionBinding");
      if (action != null) {
        packaging.check(action, "packageId");
        CpaElement reference = requiredChild(action, "ChannelId");
        Channel channel = reference == null ? null : channels.get(reference.text());
        if (reference != null && channel == null) {
          error(reference, "names no usable DeliveryChannel: " + reference.text());
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
  }

  // Acknowledgments and errors are answered in the HTTP response, a business message never is.
  private void checkResponse(CpaElement can, CpaElement action, Channel channel) {
    boolean onSameExchange = can.child("CanReceive") != null;
    SyncReplyMode mode = channel.syncReplyMode();
    if (mode == SyncReplyMode.RESPONSE_ONLY
        || (mode == SyncReplyMode.SIGNALS_AND_RESPONSE && onSameExchange)) {
      error(
          action,
          "channel %s wants the business response in the HTTP response (syncReplyMode %s), which is not served"
              .formatted(channel.id(), mode.text()));
    } else if (mode == SyncReplyMode.SIGNALS_AND_RESPONSE) {
      warning(
          action,
          "of channel %s signals are answered in the HTTP response; a business response is a message of its own"
              .formatted(channel.id()));
    }
  }

  private ActionBinding binding(
      boolean sends, String role, Service service, CpaElement action, Channel channel) {
    CpaElement wishes = action.child("BusinessTransactionCharacteristics");
    boolean signed = wishes != null && flag(wishes, "isNonRepudiationRequired");
    boolean receiptSigned = wishes != null && flag(wishes, "isNonRepudiationReceiptRequired");
    boolean encrypted = wishes != null && isPersistentlyConfidential(wishes);
    if (sends && signed && channel.security().signing() == null) {
      warning(
          action,
          "messages are to be signed, but channel %s does not say how".formatted(channel.id()));
    }
    if (!sends && encrypted && channel.security().encryption() == null) {
      warning(
          action,
          "payloads are to be encrypted, but channel %s does not say how".formatted(channel.id()));
    }
    return new ActionBinding(
        sends,
        role,
        service,
        required(action, "action"),
        channel,
        signed,
        receiptSigned,
        encrypted);
  }

  private boolean flag(CpaElement element, String attribute) {
    String value = element.attribute(attribute);
    boolean set = "true".equals(value) || "1".equals(value);
    if (value != null && !set && !value.equals("false") && !value.equals("0")) {
      error(element, "@%s is no boolean: '%s'".formatted(attribute, value));
    }
    return set;
  }

  private boolean isPersistentlyConfidential(CpaElement element) {
    String value = element.attribute("isConfidential");
    if (value != null && !CONFIDENTIAL.contains(value)) {
      error(element, "@isConfidential has no known value: '%s'".formatted(value));
    }
    return value != null && value.endsWith("persistent");
  }

  /** Where a party receives on a Transport. */
  private record Endpoints(URI messages, URI errors) {}

  private @Nullable Endpoints endpoints(CpaElement transport) {
    CpaElement receiver = requiredChild(transport, "TransportReceiver");
    List<CpaElement> endpoints =
        receiver == null ? List.of() : receiver.children("Endpoint").toList();
    if (endpoints.isEmpty()) {
      if (receiver != null) {
        error(receiver, "Endpoint is missing");
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
    try {
      URI uri = new URI(required(endpoint, "uri"));
      if (uri.getScheme() == null
          || !SCHEMES.contains(uri.getScheme())
          || uri.getHost() == null
          || uri.getUserInfo() != null) {
        error(
            endpoint, "@uri must be http:// or https:// with a host, without credentials: " + uri);
        return null;
      }
      return uri;
    } catch (URISyntaxException e) {
      error(endpoint, "@uri is no URI: " + e.getInput());
      return null;
    }
  }

  private @Nullable Instant moment(@Nullable CpaElement element) {
    if (element == null) {
      return null;
    }
    Instant moment = XsDateTime.parse(element.text()).orElse(null);
    if (moment == null) {
      error(element, "is no dateTime: '%s'".formatted(element.text()));
    }
    return moment;
  }

  private PerMessage perMessage(CpaElement element, String attribute) {
    return choice(
        element, attribute, PerMessage.values(), PerMessage::text, PerMessage.PER_MESSAGE);
  }

  private <T> T choice(
      CpaElement element,
      String attribute,
      T[] values,
      Function<T, String> text,
      @Nullable T otherwise) {
    String value = element.attribute(attribute);
    for (T one : values) {
      if (text.apply(one).equals(value)) {
        return one;
      }
    }
    if (value != null || otherwise == null) {
      error(
          element,
          value == null
              ? "@%s is missing".formatted(attribute)
              : "@%s has no known value: '%s'".formatted(attribute, value));
    }
    return otherwise == null ? values[0] : otherwise;
  }

  private String required(CpaElement element, String attribute) {
    String value = element.attribute(attribute);
    if (value == null || value.isBlank()) {
      error(element, "@%s is missing".formatted(attribute));
      return "";
    }
    return value;
  }

  private @Nullable CpaElement requiredChild(CpaElement element, String name) {
    CpaElement child = element.child(name);
    if (child == null) {
      error(element, name + " is missing");
    }
    return child;
  }

  private void error(CpaElement at, String message) {
    findings.error(at, message);
  }

  private void warning(CpaElement at, String message) {
    findings.warning(at, message);
  }
}
