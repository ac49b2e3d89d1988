package org.reprise.load.gc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.measure.Check;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the service has promised: what each configuration resolves to, that baselines stay as they
 * are, and where streams began. Looked at by the documents that clients read.
 */
record Promises(String global, Map<String, Known> known, Map<String, GcDocument> locals) {
  private static final int SHOWN = 3;

  Promises(String global) {
    this(global, new LinkedHashMap<>(), new HashMap<>());
  }

  record Now(GcDocument document, String etag) {}

  /**
   * What is known of a configuration that was filled, or that the generator has created or changed:
   * recorded with each answer, so that the last one counts.
   *
   * @param previous URI of what it was made of: of a stream the baseline, of a baseline the stream
   * @param etag of a baseline's document when it was created; empty for a stream
   */
  record Known(Kind kind, String uri, String previous, String etag, List<String> targets) {
    static final String ACKNOWLEDGED = "configuration";

    enum Kind {
      /** A configuration that was there before the first load, perhaps without contributions. */
      FILLED,
      /** A stream whose contributions are replaced by baselines. */
      STAGING,
      BASELINE,
      STREAM
    }

    String text() {
      return JsonMapper.shared().writeValueAsString(this);
    }

    static Known of(String text) {
      return JsonMapper.shared().readValue(text, Known.class);
    }

    Known replaced(String target, String other) {
      var more = targets.stream().map(it -> it.equals(target) ? other : it).toList();
      return new Known(kind, uri, previous, etag, more);
    }
  }

  enum Fault {
    RESOLVES("resolve", "do not resolve to what was contributed"),
    INCOMPLETE("baselines-complete", "are baselines with a stream in them"),
    CHANGED("baselines-stay", "are baselines that have changed"),
    PREVIOUS("previous", "do not say what they were made of");

    private final String check;
    private final String text;

    Fault(String check, String text) {
      this.check = check;
      this.text = text;
    }
  }

  static Map<String, Now> read(ServiceCalls calls, Collection<String> uris)
      throws IOException, InterruptedException {
    var read = new LinkedHashMap<String, Now>();
    for (var answer : calls.answers(uris.stream().distinct().map(URI::create).toList())) {
      var uri = answer.request().uri().toString();
      var etag = answer.headers().firstValue("ETag").orElse("");
      read.put(uri, new Now(GcDocument.of(uri, answer.body()), etag));
    }
    return read;
  }

  void remember(Map<String, Now> read) {
    read.forEach((uri, now) -> {
      var etag = now.document().isBaseline() ? now.etag() : "";
      known.put(uri, new Known(Known.Kind.FILLED, uri, "", etag, now.document().targets()));
    });
  }

  List<Check> check(ServiceCalls calls, Collection<Known> made, String name)
      throws InterruptedException {
    var some = new LinkedHashMap<String, Known>();
    made.forEach(it -> some.put(it.uri(), it));
    known.putAll(some);
    var found = new LinkedHashMap<String, Set<Fault>>();
    try {
      var read = read(calls, some.keySet());
      // Those of the applications keep their component and their kind.
      var missing = new HashSet<String>();
      some.values().forEach(it -> missing.addAll(it.targets()));
      missing.removeAll(locals.keySet());
      read(calls, missing).forEach((uri, now) -> locals.put(uri, now.document()));
      for (var it : some.values()) {
        found.put(it.uri(), faults(it, Objects.requireNonNull(read.get(it.uri())), locals));
      }
    } catch (IOException e) {
      // A link to another server, or a configuration that is gone.
      return List.of(
          new Check(Fault.RESOLVES.check + "." + name, false, String.valueOf(e.getMessage())));
    }
    return Stream.of(Fault.values())
        .map(fault -> check(fault.check + "." + name, found, fault))
        .toList();
  }

  private static Check check(String id, Map<String, Set<Fault>> found, Fault fault) {
    var bad =
        found.entrySet().stream()
            .filter(it -> it.getValue().contains(fault))
            .map(Map.Entry::getKey)
            .toList();
    var first = bad.stream().limit(SHOWN).collect(joining(", ", bad.isEmpty() ? "" : ": ", ""));
    return new Check(
        id,
        bad.isEmpty(),
        "of %,d configurations %,d %s%s".formatted(found.size(), bad.size(), fault.text, first));
  }

  /** Compares what the service says of a configuration with what it has answered. */
  Set<Fault> faults(Known it, Now now, Map<String, GcDocument> locals) {
    var faults = EnumSet.noneOf(Fault.class);
    var document = now.document();
    var selected = resolved(it.targets(), locals);
    if (!document.targets().equals(it.targets())
        || !document.selected(global).equals(selected)
        || (selected.isEmpty() && it.kind() != Known.Kind.FILLED)) {
      faults.add(Fault.RESOLVES);
    }
    if (!it.etag().equals(it.etag().isEmpty() ? "" : now.etag())) {
      faults.add(Fault.CHANGED);
    }
    switch (it.kind()) {
      case BASELINE -> {
        if (!document.isBaseline()
            || it.targets().stream().anyMatch(target -> !local(target, locals).isBaseline())) {
          faults.add(Fault.INCOMPLETE);
        }
        if (it.etag().isEmpty()) {
          faults.add(Fault.CHANGED);
        }
        if (!document.baselineOfStream().equals(it.previous())) {
          faults.add(Fault.PREVIOUS);
        }
      }
      case STREAM -> {
        if (document.isBaseline() || !document.previousBaseline().equals(it.previous())) {
          faults.add(Fault.PREVIOUS);
        }
      }
      case STAGING, FILLED -> {}
    }
    return faults;
  }

  /** The first configuration of each component counts (OSLC Configuration Management 1.1). */
  static List<String> resolved(List<String> targets, Map<String, GcDocument> locals) {
    var seen = new HashSet<String>();
    return targets.stream().filter(it -> seen.add(local(it, locals).component())).toList();
  }

  private static GcDocument local(String uri, Map<String, GcDocument> locals) {
    return Objects.requireNonNull(locals.get(uri), uri);
  }
}
