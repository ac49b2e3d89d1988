package org.reprise.content.page;

import io.swagger.v3.oas.annotations.Hidden;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Documents;
import org.reprise.content.object.Edit;
import org.reprise.content.object.Entry;
import org.reprise.content.object.Folder;
import org.reprise.content.object.Folders;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.Search;
import org.reprise.content.object.Types;
import org.reprise.content.object.Version;
import org.reprise.content.object.Versions;
import org.reprise.content.rendition.Rendition;
import org.reprise.content.store.ContentMissing;
import org.reprise.content.store.Contents;
import org.reprise.content.store.StoredContent;
import org.reprise.content.web.Roles;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Folders and documents as HTML. Only uploads need a script: they are sent in pieces. */
@Hidden
@Controller
@RequestMapping(path = "/content/web", produces = MediaType.TEXT_HTML_VALUE)
class PageController {
  private static final int PAGE_SIZE = 100;
  private static final int PREVIEW_BYTES = 16 * 1024;

  private final Folders folders;
  private final Documents documents;
  private final Versions versions;
  private final Contents contents;

  PageController(Folders folders, Documents documents, Versions versions, Contents contents) {
    this.folders = folders;
    this.documents = documents;
    this.versions = versions;
    this.contents = contents;
  }

  @ModelAttribute("mayWrite")
  boolean mayWrite(Authentication caller) {
    return Roles.mayWrite(caller);
  }

  @GetMapping({"", "/"})
  ModelAndView home() {
    return redirect("folders/" + Folders.ROOT);
  }

  private static ModelAndView redirect(String place) {
    ModelAndView redirect = new ModelAndView("redirect:/content/web/" + place);
    redirect.setStatus(HttpStatus.SEE_OTHER);
    return redirect;
  }

  @GetMapping("/folders/{id}")
  ModelAndView folder(
      @PathVariable UUID id, @RequestParam(required = false) @Nullable String after) {
    return page("folder", folders.children(id, after, PAGE_SIZE + 1))
        .addObject("folder", folders.require(id))
        .addObject("path", folders.ancestors(id))
        .addObject("isFirst", after == null)
        .addObject("versioned", Types.VERSIONED);
  }

  /**
   * Lists the latest versions of documents that have words in their text, are of a type for
   * searches, or both; in the order of their ids, so that each page costs as much as the first.
   *
   * @param q words as {@code websearch_to_tsquery} reads them
   * @param after the last document of the page before
   */
  @GetMapping("/search")
  ModelAndView search(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(required = false) @Nullable Integer type,
      @RequestParam(required = false) @Nullable UUID after) {
    StringBuilder condition = new StringBuilder("v.is_latest");
    List<Object> parameters = new ArrayList<>();
    if (!q.isBlank()) {
      condition.append(" and ").append(Search.HAS_WORDS);
      parameters.add(q);
    }
    if (type != null) {
      condition.append(" and v.search_type = ?");
      parameters.add(type);
    }
    boolean isSearch = !parameters.isEmpty();
    if (after != null) {
      condition.append(" and v.id > ?");
      parameters.add(after);
    }
    List<Version> found =
        isSearch
            ? documents.search(
                new Search(condition.toString(), "v.id", parameters, PAGE_SIZE + 1, 0))
            : List.of();
    return page("search", found)
        .addObject("isSearch", isSearch)
        .addObject("q", q)
        .addObject("type", type)
        .addObject("isFirst", after == null);
  }

  // With the rows of a page, and the last one of them where there are more.
  private static ModelAndView page(String view, List<? extends Entry> entries) {
    List<Row> rows = entries.stream().limit(PAGE_SIZE).map(Row::of).toList();
    return new ModelAndView(view)
        .addObject("rows", rows)
        .addObject("last", entries.size() > PAGE_SIZE ? rows.getLast() : null);
  }

  /** A line of a folder or of a search; of a document its detail is the size of the content. */
  record Row(UUID id, String name, boolean isFolder, String detail, Entry entry) {
    static Row of(Entry entry) {
      String detail = entry instanceof Version version ? size(version.content()) : "";
      return new Row(entry.id(), entry.name(), entry instanceof Folder, detail, entry);
    }
  }

  static String size(Version.@Nullable Content content) {
    if (content == null) {
      return "no content";
    }
    DataSize size = DataSize.ofBytes(content.size());
    return size.toMegabytes() >= 10
        ? size.toMegabytes() + " MiB"
        : size.toKilobytes() >= 10 ? size.toKilobytes() + " KiB" : size.toBytes() + " bytes";
  }

  @PostMapping("/folders/{id}")
  ModelAndView makeFolder(@PathVariable UUID id, @RequestParam String name, Principal user) {
    folders.create(id, name, Types.FOLDER, Map.of(), user.getName());
    return redirect("folders/" + id);
  }

  @PostMapping("/folders/{id}/deletion")
  ModelAndView deleteFolder(@PathVariable UUID id) {
    UUID parent = folders.require(id).parent();
    folders.delete(id);
    return redirect("folders/" + (parent == null ? Folders.ROOT : parent));
  }

  @GetMapping("/documents/{id}")
  ModelAndView document(@PathVariable UUID id, @RequestParam(defaultValue = "0") long skip)
      throws IOException {
    Version version = documents.require(id);
    List<Object> document = List.of(version.document());
    Search newest =
        new Search("v.object = ?", "v.number desc", document, PAGE_SIZE + 1, Math.max(0, skip));
    List<Version> found = documents.search(newest);
    return new ModelAndView("document")
        .addObject("document", version)
        .addObject("path", folders.ancestors(version.folder()))
        .addObject("size", size(version.content()))
        .addObject("renditions", Rendition.of(version.content()))
        .addObject("preview", preview(version))
        .addObject("isVersioned", Types.isVersioned(version.type()))
        .addObject("versions", found.stream().limit(PAGE_SIZE).toList())
        .addObject("older", found.size() > PAGE_SIZE ? newest.skip() + PAGE_SIZE : null);
  }

  // The beginning of a text.
  private @Nullable String preview(Version version) throws IOException {
    Version.Content content = version.content();
    if (content == null || content.isQuarantined() || !content.mediaType().startsWith("text/")) {
      return null;
    }
    try (StoredContent stored = contents.open(content.blob(), false)) {
      ByteBuffer start = ByteBuffer.allocate(PREVIEW_BYTES);
      stored.read(0, start);
      return NewContent.charset(content.mediaType()).decode(start.flip()).toString();
    } catch (ContentMissing e) {
      return e.getBody().getDetail(); // what is known of the document is shown all the same
    }
  }

  @PostMapping("/documents/{id}/check-out")
  ModelAndView checkOut(@PathVariable UUID id, Principal user) {
    return redirect("documents/" + versions.checkOut(id, user.getName()).id());
  }

  @PostMapping("/documents/{id}/check-in")
  ModelAndView checkIn(
      @PathVariable UUID id,
      @RequestParam(defaultValue = "false") boolean major,
      @RequestParam(defaultValue = "") String comment,
      Principal user)
      throws IOException {
    versions.checkIn(id, major, Edit.NONE, null, comment, user.getName());
    return redirect("documents/" + id);
  }

  @PostMapping("/documents/{id}/cancellation")
  ModelAndView cancelCheckOut(@PathVariable UUID id) {
    Version copy = documents.require(id);
    versions.cancelCheckOut(id);
    return documents
        .latest(copy.document())
        .map(it -> redirect("documents/" + it.id()))
        .orElseGet(() -> redirect("folders/" + copy.folder()));
  }

  @PostMapping("/documents/{id}/deletion")
  ModelAndView delete(@PathVariable UUID id) {
    UUID folder = documents.require(id).folder();
    documents.delete(id);
    return redirect("folders/" + folder);
  }
}
