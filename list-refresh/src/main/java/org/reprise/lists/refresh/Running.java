package org.reprise.lists.refresh;

import org.reprise.lists.split.StoppableWork;

/** A refresh while this process works on it. */
record Running(Job job, StoppableWork work) {
  Running(Job job) {
    this(job, new StoppableWork());
  }
}
