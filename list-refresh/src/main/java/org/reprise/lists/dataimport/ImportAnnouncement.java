package org.reprise.lists.dataimport;

/** Says that there is a job; where nothing imports, nobody listens and the job waits. */
interface ImportAnnouncement extends Runnable {}
