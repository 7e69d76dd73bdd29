package dev.stator.lifecycle.job;

/**
 * What a run has done.
 *
 * @param run       the run
 * @param counts    of all of its attempts together
 * @param readUnits what this attempt has read
 */
public record Report(Run run, Counts counts, double readUnits) {}
