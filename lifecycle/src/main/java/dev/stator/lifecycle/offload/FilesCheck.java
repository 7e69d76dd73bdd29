package dev.stator.lifecycle.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stator.lifecycle.table.Companion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Checks what purges have left behind: copies against their manifests, lists of proofs against their summaries. */
public final class FilesCheck {
    private FilesCheck() {}

    /**
     * What is wrong with the folder of a run, or with those of all runs in a folder; empty if nothing.
     *
     * @param folder the one that a purge was given, or that of one run
     */
    public static List<String> problems(Path folder) {
        List<String> problems = new ArrayList<>();
        try {
            List<Path> runs = isRun(folder) ? List.of(folder) : runsIn(folder);
            if (runs.isEmpty()) {
                problems.add("There is no run of a purge in " + folder + ": neither manifest nor summary.");
            }
            for (Path run : runs) {
                check(run, problems);
            }
        } catch (IOException e) {
            problems.add("The folder " + folder + " cannot be read: " + e + ".");
        }
        return problems;
    }

    private static boolean isRun(Path folder) {
        return Files.exists(folder.resolve(RunFiles.MANIFEST)) || Files.exists(folder.resolve(RunFiles.SUMMARY));
    }

    private static List<Path> runsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> list = Files.list(folder)) {
            return list.filter(FilesCheck::isRun).sorted().toList();
        }
    }

    private static void check(Path run, List<String> problems) throws IOException {
        Map<String, PartState> parts = new LinkedHashMap<>();
        try {
            RunFiles.readManifest(run).forEach(entry -> entry.parts().forEach(part -> parts.put(part.file(), part)));
        } catch (IOException e) {
            problems.add(run.resolve(RunFiles.MANIFEST) + " cannot be read: " + e + ".");
        }
        for (PartState part : parts.values()) {
            Path file = run.resolve(part.file());
            if (!Files.exists(file)) {
                problems.add(file + " is missing.");
            } else if (!sha256(file).equals(part.sha256())) {
                problems.add(file + " is not as the manifest has it.");
            }
        }
        if (Files.exists(run.resolve(RunFiles.SUMMARY))) {
            checkProofs(run, problems);
        }
    }

    private static void checkProofs(Path run, List<String> problems) throws IOException {
        Path proofs = run.resolve(RunFiles.PROOF);
        Map<String, String> summary = members(Files.readString(run.resolve(RunFiles.SUMMARY)));
        String wanted = summary.getOrDefault("proof_sha256", "");
        String found = Files.exists(proofs)
                ? sha256(proofs)
                : HexFormat.of().formatHex(Companion.digest().digest());
        if (!found.equals(wanted)) {
            problems.add(proofs + " is not as the summary has it.");
        }
        if (Files.exists(proofs)) {
            try (Stream<String> lines = Files.lines(proofs, UTF_8)) {
                long left = lines.filter(line -> !line.endsWith("\"complete\":true}"))
                        .count();
                if (left > 0) {
                    problems.add(
                            left + " items in " + proofs + " are not purged as a whole: something is left of them.");
                }
            }
        }
    }

    private static Map<String, String> members(String object) throws IOException {
        Map<String, String> members = new HashMap<>();
        try (JsonParser json = Json.parser(object)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken().isScalarValue()) {
                    members.put(name, json.getText());
                } else {
                    json.skipChildren();
                }
            }
        }
        return members;
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest = Companion.digest();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
