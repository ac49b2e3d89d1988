package org.reprise.lists.dataimport;

/**
 * Tells the thread that imports of a new job; in a process without imports it does nothing, and the
 * job waits for another process.
 */
interface ImportAnnouncement extends Runnable {}
