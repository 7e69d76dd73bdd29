package dev.stator.lifecycle.offload;

/**
 * A part as a manifest tells of it.
 *
 * @param file   its path in the folder of the run
 * @param lines  how many lines it has
 * @param bytes  how long it is
 * @param sha256 its SHA-256 in hexadecimal digits
 */
public record PartState(String file, long lines, long bytes, String sha256) {}
