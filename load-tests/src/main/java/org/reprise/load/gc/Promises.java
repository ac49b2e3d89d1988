package org.reprise.load.gc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.reprise.load.clm.ServiceCalls;
import org.reprise.load.measure.Check;

/**
 * What the service has promised: what each configuration resolves to, that baselines stay as they
 * are, and where streams began. Looked at by the documents that clients read.
 */
final class Promises {
  private static final int SHOWN = 3;

  private final String global;
  private final Map<String, Known> known = new LinkedHashMap<>();
  private final Map<String, Before> before = new LinkedHashMap<>();
  private final Map<String, GcDocument> locals = new HashMap<>();

  /**
   * What a configuration was before the first load.
   *
   * @param selected what it resolves to
   */
  private record Before(boolean isBaseline, String etag, List<String> selected) {}

  /**
   * Of a service.
   *
   * @param global what the URIs of its configurations begin with
   */
  Promises(String global) {
    this.global = global;
  }

  /** Notes what is there before the first load. */
  void remember(ServiceCalls calls, Map<String, Now> read)
      throws IOException, InterruptedException {
    readLocals(
        calls, read.values().stream().flatMap(it -> it.document().targets().stream()).toList());
    read.forEach((uri, now) ->
        before.put(
            uri,
            new Before(
                now.document().isBaseline(),
                now.etag(),
                Known.resolved(now.document().targets(), it -> required(locals, it).component()))));
  }

  /** A configuration as it is answered. */
  record Now(GcDocument document, String etag) {}

  static Map<String, Now> read(ServiceCalls calls, Collection<String> uris)
      throws IOException, InterruptedException {
    var read = new LinkedHashMap<String, Now>();
    for (var answer : calls.answers(uris.stream().distinct().map(URI::create).toList())) {
      var uri = answer.request().uri().toString();
      read.put(uri, new Now(GcDocument.of(uri, answer.body()), etag(answer)));
    }
    return read;
  }

  /** Of the applications' own, which keep their component and their kind. */
  private void readLocals(ServiceCalls calls, Collection<String> uris)
      throws IOException, InterruptedException {
    var missing = uris.stream().filter(it -> !locals.containsKey(it)).toList();
    read(calls, missing).forEach((uri, now) -> locals.put(uri, now.document()));
  }

  private static <T> T required(Map<String, T> all, String uri) {
    return Objects.requireNonNull(all.get(uri), uri);
  }

  private static String etag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElse("");
  }

  void add(Collection<Known> more) {
    more.forEach(it -> known.put(it.uri(), it));
  }

  List<Check> check(ServiceCalls calls, Collection<Known> some, String name)
      throws IOException, InterruptedException {
    var last = new LinkedHashMap<String, Known>();
    some.forEach(it -> last.put(it.uri(), it));
    return checks(calls, last.values(), name);
  }

  List<Check> check(ServiceCalls calls, String name) throws IOException, InterruptedException {
    var checks = new ArrayList<>(checks(calls, known.values(), name));
    var changed = new ArrayList<String>();
    var wrong = new ArrayList<String>();
    var read = read(calls, before.keySet());
    before.forEach((uri, then) -> {
      var now = required(read, uri);
      if (!now.document().selected(global).equals(then.selected())) {
        wrong.add(uri);
      }
      if (then.isBaseline() && !now.etag().equals(then.etag())) {
        changed.add(uri);
      }
    });
    checks.add(
        check("filled-resolve", before.size(), wrong, "do not resolve to what is contributed"));
    checks.add(check("filled-baselines-stay", before.size(), changed, "have changed"));
    return checks;
  }

  private List<Check> checks(ServiceCalls calls, Collection<Known> some, String name)
      throws IOException, InterruptedException {
    var wrong = new ArrayList<String>();
    var incomplete = new ArrayList<String>();
    var changed = new ArrayList<String>();
    var rootless = new ArrayList<String>();
    var read = read(calls, some.stream().map(Known::uri).toList());
    readLocals(calls, some.stream().flatMap(it -> it.targets().stream()).toList());
    for (var it : some) {
      var now = required(read, it.uri());
      var faults = faults(it, now.document(), now.etag(), uri -> required(locals, uri));
      if (faults.contains(Fault.RESOLVES)) {
        wrong.add(it.uri());
      }
      if (faults.contains(Fault.INCOMPLETE)) {
        incomplete.add(it.uri());
      }
      if (faults.contains(Fault.CHANGED)) {
        changed.add(it.uri());
      }
      if (faults.contains(Fault.PREVIOUS)) {
        rootless.add(it.uri());
      }
    }
    var all = some.size();
    return List.of(
        check("resolve." + name, all, wrong, "do not resolve to what was contributed"),
        check("baselines-complete." + name, all, incomplete, "are baselines with a stream in them"),
        check("baselines-stay." + name, all, changed, "are baselines that have changed"),
        check("previous." + name, all, rootless, "do not say what they were made of"));
  }

  private static Check check(String id, int all, List<String> bad, String what) {
    return new Check(
        id,
        bad.isEmpty(),
        "of %,d configurations %,d %s%s"
            .formatted(
                all,
                bad.size(),
                what,
                bad.stream().limit(SHOWN).collect(joining(", ", bad.isEmpty() ? "" : ": ", ""))));
  }

  /** How a configuration is not what it must be. */
  enum Fault {
    /** It resolves to something else than its contributions. */
    RESOLVES,
    /** It is no baseline, or one of its contributions is none. */
    INCOMPLETE,
    /** It has changed since it was made. */
    CHANGED,
    /** It does not say what it was made of. */
    PREVIOUS
  }

  /**
   * Compares what the service says of a configuration with what it has answered.
   *
   * @param locals the documents of the applications' configurations, by their URIs
   */
  List<Fault> faults(
      Known it, GcDocument document, String etag, Function<String, GcDocument> locals) {
    var faults = new ArrayList<Fault>();
    var components = new HashMap<String, String>();
    var allBaselines = true;
    for (var target : it.targets()) {
      var local = locals.apply(target);
      components.put(target, local.component());
      allBaselines &= local.isBaseline();
    }
    var expected =
        Known.resolved(it.targets(), target -> Objects.requireNonNull(components.get(target)));
    if (!document.targets().equals(it.targets())
        || !document.selected(global).equals(expected)
        || expected.isEmpty()) {
      faults.add(Fault.RESOLVES);
    }
    if (it.kind() == Known.Kind.BASELINE) {
      if (!document.isBaseline() || !allBaselines) {
        faults.add(Fault.INCOMPLETE);
      }
      if (it.etag().isEmpty() || !it.etag().equals(etag)) {
        faults.add(Fault.CHANGED);
      }
      if (!document.baselineOfStream().equals(it.previous())) {
        faults.add(Fault.PREVIOUS);
      }
    } else if (it.kind() == Known.Kind.STREAM
        && (document.isBaseline() || !document.previousBaseline().equals(it.previous()))) {
      faults.add(Fault.PREVIOUS);
    }
    return faults;
  }
}
