package org.reprise.gc.web;

import org.reprise.gc.commit.Activity;
import org.reprise.gc.commit.Commits;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.installation.ResourceUris;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/** The progress of the creation of a baseline; the page reloads by itself. */
@Controller
@RequestMapping(path = Forms.ACTIVITIES, produces = MediaType.TEXT_HTML_VALUE)
class ActivityPages {
  private final Commits commits;
  private final Configurations configurations;

  ActivityPages(Commits commits, Configurations configurations) {
    this.commits = commits;
    this.configurations = configurations;
  }

  @GetMapping("/" + ResourceUris.ID)
  ModelAndView one(@PathVariable long id) {
    Activity activity = commits.get(id);
    if (activity.baseline() != null) {
      return redirect(activity);
    }
    return new ModelAndView("activity")
        .addObject("activity", activity)
        .addObject("isPending", activity.state() != Activity.State.FAILED)
        .addObject("stream", configurations.find(activity.stream()).orElse(null));
  }

  /** Returns 303 to the baseline, or to the page of the activity while there is none. */
  static ModelAndView redirect(Activity activity) {
    return activity.baseline() == null
        ? Forms.redirect(Forms.ACTIVITIES + "/" + activity.id(), "")
        : Forms.redirect(
            Forms.page(activity.baseline()), activity.isReused() ? "reused" : "baseline");
  }
}
