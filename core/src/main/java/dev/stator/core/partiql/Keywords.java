package dev.stator.core.partiql;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The words that are no names unless they stand in double quotes: those that SQL-92 reserves, and PartiQL's own.
 *
 * @see <a href="https://partiql.org/dql/keywords.html">PartiQL's keywords</a>
 */
final class Keywords {
    private static final String SQL_92 = """
            absolute action add all allocate alter and any are as asc assertion at authorization avg begin between bit
            bit_length both by cascade cascaded case cast catalog char char_length character character_length check close
            coalesce collate collation column commit connect connection constraint constraints continue convert
            corresponding count create cross current current_date current_time current_timestamp current_user cursor date
            deallocate dec decimal declare default deferrable deferred delete desc describe descriptor diagnostics
            disconnect distinct domain double drop else end end-exec escape except exception exec execute exists external
            extract false fetch first float for foreign found from full get global go goto grant group having identity
            immediate in indicator initially inner input insensitive insert int integer intersect interval into is
            isolation join key language last leading left level like local lower match max min module names national
            natural nchar next no not null nullif numeric octet_length of on only open option or order outer output
            overlaps pad partial position precision prepare preserve primary prior privileges procedure public read real
            references relative restrict revoke right rollback rows schema scroll section select session session_user set
            size smallint some space sql sqlcode sqlerror sqlstate substring sum system_user table temporary then time
            timestamp to transaction translate translation trim true union unique unknown update upper usage user using
            value values varchar varying view when whenever where with work write zone
            """;

    /** The names of types are left out, so that attributes may have them. */
    private static final String PARTIQL =
            "conflict do index limit missing modified new nothing old pivot remove returning" + " unpivot";

    private static final Set<String> ALL = Arrays.stream((SQL_92 + PARTIQL).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .collect(Collectors.toUnmodifiableSet());

    private Keywords() {}

    /** Whether this word, in any case, is one. */
    static boolean contains(String word) {
        return ALL.contains(word.toLowerCase(Locale.ROOT));
    }
}
