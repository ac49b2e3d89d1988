package org.reprise.load.gc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  void remember(ServiceCalls calls, Directory directory) throws IOException, InterruptedException {
    var all = new ArrayList<>(directory.streams());
    all.addAll(directory.baselines());
    for (var one : all) {
      var uri = one.what().uri();
      var answer = calls.answer(URI.create(uri));
      var document = GcDocument.of(uri, answer.body());
      before.put(
          uri,
          new Before(
              document.isBaseline(),
              etag(answer),
              Known.resolved(document.targets(), it -> component(calls, it))));
    }
  }

  private static String etag(HttpResponse<String> answer) {
    return answer.headers().firstValue("ETag").orElse("");
  }

  /** Notes what a load was answered. */
  void add(Collection<Known> more) {
    more.forEach(it -> known.put(it.uri(), it));
  }

  /** Looks at what one load was answered. */
  List<Check> check(ServiceCalls calls, Collection<Known> some, String name)
      throws IOException, InterruptedException {
    var last = new LinkedHashMap<String, Known>();
    some.forEach(it -> last.put(it.uri(), it));
    return checks(calls, last.values(), name);
  }

  /** Looks at everything. */
  List<Check> check(ServiceCalls calls, String name) throws IOException, InterruptedException {
    var checks = new ArrayList<>(checks(calls, known.values(), name));
    var changed = new ArrayList<String>();
    var wrong = new ArrayList<String>();
    for (var one : before.entrySet()) {
      var answer = calls.answer(URI.create(one.getKey()));
      var document = GcDocument.of(one.getKey(), answer.body());
      if (!document.selected(global).equals(one.getValue().selected())) {
        wrong.add(one.getKey());
      }
      if (one.getValue().isBaseline() && !etag(answer).equals(one.getValue().etag())) {
        changed.add(one.getKey());
      }
    }
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
    for (var it : some) {
      var answer = calls.answer(URI.create(it.uri()));
      var document = GcDocument.of(it.uri(), answer.body());
      var faults = faults(it, document, etag(answer), uri -> local(calls, uri));
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

  /** The document of a local configuration. */
  interface Locals {
    GcDocument of(String uri) throws IOException, InterruptedException;
  }

  /** Compares what the service says of a configuration with what it has answered. */
  List<Fault> faults(Known it, GcDocument document, String etag, Locals locals)
      throws IOException, InterruptedException {
    var faults = new ArrayList<Fault>();
    var components = new HashMap<String, String>();
    var allBaselines = true;
    for (var target : it.targets()) {
      var local = locals.of(target);
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

  private String component(ServiceCalls calls, String uri) {
    try {
      return local(calls, uri).component();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Of the applications' own, which keep their component and their kind. */
  private GcDocument local(ServiceCalls calls, String uri)
      throws IOException, InterruptedException {
    var found = locals.get(uri);
    if (found == null) {
      found = GcDocument.of(uri, calls.get(URI.create(uri)));
      locals.put(uri, found);
    }
    return found;
  }
}
