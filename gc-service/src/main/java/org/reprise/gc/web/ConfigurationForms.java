package org.reprise.gc.web;

import org.jspecify.annotations.Nullable;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.springframework.security.web.csrf.CsrfToken;

/** The forms by which streams and baselines are created and changed. */
final class ConfigurationForms {
  private ConfigurationForms() {}

  /** What can be made of a configuration. */
  static void making(Html html, GlobalConfiguration one, CsrfToken token) {
    String address = Layout.CONFIGURATIONS + "/" + one.id();
    html.raw("<div class=\"making\">");
    if (one.isStaging()) {
      titled(html, address + "/baselines", "Commit as baseline", one.title(), token);
    } else if (one.isStream()) {
      titled(html, address + "/baselines", "Create baseline", "", token);
      titled(html, address + "/staging", "New staging stream", "Staging of " + one.title(), token);
    } else {
      titled(html, address + "/streams", "New stream", "", token);
    }
    html.add("<a class=\"button\" href=\"%s/edit\">Edit</a></div>", address);
  }

  private static void titled(
      Html html, String address, String label, String title, CsrfToken token) {
    html.add("<details class=\"more\"><summary>%s</summary>", label);
    Layout.form(html, address, "column", token);
    Layout.field(html, "Title", "title", title, "required maxlength=\"1000\"");
    html.add("<div class=\"actions\"><button class=\"main\">%s</button></div>", label);
    html.raw("</form></details>");
  }

  /** The page of one such form, where what was typed could not be done. */
  static String refused(
      GlobalConfiguration one,
      String part,
      String label,
      String title,
      String failure,
      CsrfToken token) {
    String address = Layout.CONFIGURATIONS + "/" + one.id();
    Html html = Layout.begin(label);
    html.add("<p class=\"path\"><a href=\"%s\">%s</a></p><h1>%s</h1>", address, one.title(), label);
    Layout.failure(html, failure);
    Layout.form(html, address + "/" + part, "column", token);
    Layout.field(html, "Title", "title", title, "required maxlength=\"1000\"");
    html.add("<div class=\"actions\"><button class=\"main\">%s</button>", label);
    html.add("<a class=\"button\" href=\"%s\">Cancel</a></div></form>", address);
    return Layout.end(html);
  }

  /**
   * The page on which a configuration's own properties are changed.
   *
   * @param isConflict whether another change was faster
   */
  static String editing(
      GlobalConfiguration one,
      Typed typed,
      boolean isArchived,
      @Nullable String failure,
      boolean isConflict,
      CsrfToken token) {
    String address = Layout.CONFIGURATIONS + "/" + one.id();
    Html html = Layout.begin("Edit " + one.title());
    html.add("<p class=\"path\"><a href=\"%s\">%s</a></p>", address, one.title());
    html.raw(one.isStream() ? "<h1>Edit stream</h1>" : "<h1>Edit baseline</h1>");
    Layout.failure(html, failure);
    if (isConflict) {
      typed.differences(html, Typed.of(one.title(), one.description(), one.subjects()));
    }
    if (!one.isStream()) {
      html.raw(
          "<p class=\"lead\">Of a baseline only its tags can change, and whether it is"
              + " archived.</p>");
    }
    Layout.form(html, address + "/edit", "column", token);
    Layout.hidden(html, "revision", one.revision());
    typed.fields(html, !one.isStream());
    html.raw("<label class=\"choice\"><input type=\"checkbox\" name=\"archived\" value=\"true\"");
    html.raw(isArchived ? " checked>" : ">");
    html.raw("<span>Archived <small>no longer in use; the search leaves it out</small></span>");
    html.raw("</label><div class=\"actions\"><button class=\"main\">Save</button>");
    html.add("<a class=\"button\" href=\"%s\">Cancel</a></div></form>", address);
    deletion(html, one, address, token);
    return Layout.end(html);
  }

  private static void deletion(
      Html html, GlobalConfiguration one, String address, CsrfToken token) {
    html.raw("<h2>Delete</h2>");
    Layout.form(html, address + "/removal", "column", token);
    Layout.hidden(html, "revision", one.revision());
    html.raw(
        "<label class=\"choice\"><input type=\"checkbox\" name=\"sure\" value=\"yes\" required>"
            + "<span>It goes for good. <small>What contributes elsewhere, or what something began"
            + " from, cannot be deleted.</small></span></label>");
    html.raw("<div class=\"actions\"><button class=\"danger\">Delete</button></div></form>");
  }
}
