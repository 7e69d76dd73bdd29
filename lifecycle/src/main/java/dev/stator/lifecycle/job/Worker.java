package dev.stator.lifecycle.job;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What a process that works on runs is called: its host and its number there. */
final class Worker {
    private Worker() {}

    static String here() {
        return host() + "/" + ProcessHandle.current().pid();
    }

    /** Whether it was a process of this host that has ended. Wrong answers do no harm, since epochs fence workers off. */
    static boolean isKnownDead(String worker) {
        int slash = worker.lastIndexOf('/');
        if (slash < 0 || !worker.substring(0, slash).equals(host())) {
            return false;
        }
        try {
            return ProcessHandle.of(Long.parseLong(worker.substring(slash + 1)))
                    .filter(ProcessHandle::isAlive)
                    .isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
