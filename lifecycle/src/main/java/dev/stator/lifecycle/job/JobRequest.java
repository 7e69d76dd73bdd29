package dev.stator.lifecycle.job;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a job is to be run.
 *
 * @param job          its name, which is that of a transition with {@code trigger: retention}
 * @param rate         at most so many write units a second; 0 for no bound
 * @param parallel     how many items are moved at a time
 * @param files        the folder under which a purge has its files; null for other jobs
 * @param keepsCopy    whether a purge copies items before
 * @param partBytesMax after how many bytes a copy begins another part
 * @param worker       who runs it: host and process
 * @param lease        for how long a worker is taken to be alive without a sign of life
 */
public record JobRequest(
        String job,
        double rate,
        int parallel,
        @Nullable Path files,
        boolean keepsCopy,
        long partBytesMax,
        String worker,
        Duration lease) {
    private static final int PARALLEL = 8;
    private static final long PART_BYTES_MAX = 64L << 20;
    private static final Duration LEASE = Duration.ofMinutes(1);

    public JobRequest {
        if (rate < 0 || parallel < 1 || partBytesMax < 1) {
            throw new IllegalArgumentException("a job has a rate, works on an item at least, and its parts have bytes");
        }
    }

    /** As fast as it goes, by this process. */
    public static JobRequest of(String job) {
        return new JobRequest(job, 0, PARALLEL, null, true, PART_BYTES_MAX, Worker.here(), LEASE);
    }

    /** With at most so many write units a second. */
    public JobRequest rate(double units) {
        return new JobRequest(job, units, parallel, files, keepsCopy, partBytesMax, worker, lease);
    }

    /** With so many items at a time. */
    public JobRequest parallel(int items) {
        return new JobRequest(job, rate, items, files, keepsCopy, partBytesMax, worker, lease);
    }

    /** With its files under a folder. */
    public JobRequest files(Path folder, boolean copies) {
        return new JobRequest(job, rate, parallel, folder, copies, partBytesMax, worker, lease);
    }

    /** With parts of about so many bytes. */
    public JobRequest partBytesMax(long bytes) {
        return new JobRequest(job, rate, parallel, files, keepsCopy, bytes, worker, lease);
    }

    /** By another worker. */
    public JobRequest worker(String name) {
        return new JobRequest(job, rate, parallel, files, keepsCopy, partBytesMax, name, lease);
    }
}
