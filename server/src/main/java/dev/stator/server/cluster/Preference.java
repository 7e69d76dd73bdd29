package dev.stator.server.cluster;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Which server a collection's writes go to: the one whose number and the collection's name have the highest hash. All servers
 * that know of the same servers agree, the collections are spread evenly, and those of a server that goes are spread over the
 * others while no other moves.
 */
final class Preference {
    private Preference() {}

    /** The preferred one of these servers, or null if there is none. */
    static @Nullable Server of(byte[] collection, List<Server> servers) {
        Server best = null;
        long highest = 0;
        for (Server server : servers) {
            long hash = hash(collection, server);
            if (best == null || Long.compareUnsigned(hash, highest) > 0) {
                best = server;
                highest = hash;
            }
        }
        return best;
    }

    private static long hash(byte[] collection, Server server) {
        CRC32C crc = new CRC32C();
        crc.update(collection);
        long mixed = (crc.getValue() << 32) | (ByteBuffer.wrap(collection).hashCode() & 0xffff_ffffL);
        // The finishing steps of SplitMix64: a difference in any bit goes through to all.
        mixed += 0x9e3779b97f4a7c15L * (server.number() + 1);
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
