package org.reprise.content.cmis;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.reprise.content.cmis.Actions.Created;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folder;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Version;
import org.reprise.content.rendition.Renditions;
import org.reprise.content.serve.ContentResponse;
import org.reprise.content.web.Roles;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * The addresses of the browser binding (CMIS 1.1, section 5.3): that of the service, of its
 * repository, and of objects by their path below the root folder or by the parameter {@code
 * objectId}, which outranks the path.
 */
@RestController
@RequestMapping("/cmis/browser")
class BrowserController {
  private static final String SELECTOR = "cmisselector";

  private final Selectors selectors;
  private final Actions actions;
  private final FormReader forms;
  private final ContentResponse contents;
  private final Renditions renditions;

  BrowserController(
      Selectors selectors,
      Actions actions,
      FormReader forms,
      ContentResponse contents,
      Renditions renditions) {
    this.selectors = selectors;
    this.actions = actions;
    this.forms = forms;
    this.contents = contents;
    this.renditions = renditions;
  }

  /** Returns what is asked of the repository; of the service, which repositories it has. */
  @GetMapping({"", "/", "/{repository}", "/{repository}/"})
  Object repository(
      @PathVariable(required = false) @Nullable String repository,
      HttpServletRequest request,
      Authentication caller) {
    Parameters parameters = Parameters.of(request.getParameterMap());
    require(repository);
    return selectors.ofRepository(
        repository == null ? "repositoryinfo" : parameters.keyword(SELECTOR, "repositoryinfo"),
        parameters,
        repositoryUrl(),
        Roles.mayWrite(caller));
  }

  // By the host and port that the caller used, or a proxy that is trusted says it used.
  private static String repositoryUrl() {
    return ServletUriComponentsBuilder.fromCurrentContextPath()
        .path("/cmis/browser/" + Repository.ID)
        .toUriString();
  }

  private static void require(@Nullable String repository) {
    if (repository != null && !repository.equals(Repository.ID)) {
      throw Kind.OBJECT_NOT_FOUND.fault("There is no repository '" + repository + "'.");
    }
  }

  /** Returns an object, what is near it, or its content. */
  @GetMapping("/{repository}/root/**")
  @Nullable Object object(
      @PathVariable String repository,
      HttpServletRequest request,
      HttpServletResponse response,
      Authentication caller)
      throws IOException {
    require(repository);
    Parameters parameters = Parameters.of(request.getParameterMap());
    Entry entry = target(parameters, request);
    String selector =
        parameters.keyword(SELECTOR, entry instanceof Folder ? "children" : "content");
    if (!selector.equals("content")) {
      return selectors.ofObject(selector, parameters, entry, Roles.mayWrite(caller));
    }
    Version version = Selectors.document(selectors.asWanted(entry, parameters));
    String stream = parameters.find("streamId");
    if (stream != null) {
      return renditions.response(version, stream, 1);
    }
    contents.send(version.content(), request, response);
    return null;
  }

  private Entry target(Parameters parameters, HttpServletRequest request) {
    return parameters.find("objectId") == null
        ? selectors.atPath(path(request))
        : selectors.require(parameters.requireId("objectId"));
  }

  // As it was sent: names may hold what is decoded to a slash, a semicolon or a percent sign.
  private static String path(HttpServletRequest request) {
    String prefix = request.getContextPath() + "/cmis/browser/" + Repository.ID + "/root";
    String path = request.getRequestURI().substring(prefix.length());
    return UriUtils.decode(path, StandardCharsets.UTF_8);
  }

  @PostMapping("/{repository}")
  ResponseEntity<Object> onRepository(
      @PathVariable String repository, HttpServletRequest request, Authentication caller)
      throws IOException {
    require(repository);
    return forms.readFields(
        request,
        form -> {
          Parameters parameters = form.parameters();
          if (parameters.keyword("cmisaction", "").equals("query")) {
            return ResponseEntity.ok(selectors.query(parameters, Roles.mayWrite(caller)));
          }
          requireEditor(caller);
          return response(actions.onRepository(parameters, caller.getName()), parameters);
        });
  }

  private static void requireEditor(Authentication caller) {
    if (!Roles.mayWrite(caller)) {
      throw Kind.PERMISSION_DENIED.fault("Changes need the role " + Roles.EDITOR + ".");
    }
  }

  @PostMapping("/{repository}/root/**")
  ResponseEntity<Object> onObject(
      @PathVariable String repository, HttpServletRequest request, Authentication caller)
      throws IOException {
    require(repository);
    requireEditor(caller);
    return forms.read(
        request,
        parameters -> actions.check(parameters, target(parameters, request)),
        form -> {
          Parameters parameters = form.parameters();
          Entry target = target(parameters, request);
          return response(actions.onObject(form, target, caller.getName()), parameters);
        });
  }

  private ResponseEntity<Object> response(@Nullable Object result, Parameters parameters) {
    return switch (result) {
      case Created(Entry entry) ->
          ResponseEntity.status(HttpStatus.CREATED)
              .header(HttpHeaders.LOCATION, repositoryUrl() + "/root?objectId=" + entry.id())
              .body(selectors.ofObject("object", parameters, entry, true));
      case Entry changed ->
          ResponseEntity.ok(selectors.ofObject("object", parameters, changed, true));
      case null -> ResponseEntity.ok().build();
      default -> ResponseEntity.ok(result);
    };
  }
}
