package dev.stator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the recipes of docs/testing.md for other languages, with a test of each and the SDK of each. */
final class TestingDocsTest {
    private static final String PAGE = "testing.md";
    private static final Path NODE_MODULES =
            Path.of("../workbench/node_modules").toAbsolutePath().normalize();
    private static final String GO_PACKAGES = "/usr/share/gocode";

    @TempDir
    private Path folder = Path.of("");

    private Shell shell = new Shell(folder);

    @BeforeEach
    void writeStator() throws Exception {
        shell = new Shell(folder);
        shell.writeStator();
    }

    @Test
    void theRecipeForPytestWorks() throws Exception {
        Pytest pytest = new Pytest(shell);
        assumeTrue(pytest.isAvailable(), "Python with boto3 is not installed");
        String recipe = "import subprocess, time, boto3, pytest\n\n" + Shell.blocks(PAGE, "python") + """

                def test_a_table_is_there(dynamodb):
                    dynamodb.create_table(
                        TableName="Things", BillingMode="PAY_PER_REQUEST",
                        AttributeDefinitions=[{"AttributeName": "p", "AttributeType": "S"}],
                        KeySchema=[{"AttributeName": "p", "KeyType": "HASH"}])
                    things = dynamodb.Table("Things")
                    things.put_item(Item={"p": "a", "n": 1})
                    assert things.get_item(Key={"p": "a"})["Item"] == {"p": "a", "n": 1}
                """;

        Shell.Ended ended = pytest.run(Map.of(), recipe);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("passed test_a_table_is_there");
    }

    @Test
    void theRecipeForVitestWorks() throws Exception {
        Path vitest = NODE_MODULES.resolve("vitest/vitest.mjs");
        assumeTrue(
                Files.exists(vitest) && Files.exists(NODE_MODULES.resolve("@aws-sdk/client-dynamodb")),
                "the workbench's packages are not installed");
        Files.createSymbolicLink(folder.resolve("node_modules"), NODE_MODULES);
        shell.write("setup.mjs", """
                import { spawn } from "node:child_process";
                import { existsSync } from "node:fs";
                import { mkdtemp, readFile } from "node:fs/promises";
                import { tmpdir } from "node:os";
                import { join } from "node:path";
                import { setTimeout } from "node:timers/promises";

                """ + Shell.blocks(PAGE, "js"));
        shell.write(
                "vitest.config.mjs",
                "export default { cacheDir: './cache', test: { globalSetup: ['./setup.mjs'] } };\n");
        shell.write("recipe.test.mjs", """
                import { expect, inject, test } from "vitest";
                import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";

                test("a table is there", async () => {
                  const client = new DynamoDBClient({
                    endpoint: inject("dynamodbUrl"), region: "eu-west-2",
                    credentials: { accessKeyId: "test", secretAccessKey: "test" } });
                  await client.send(new CreateTableCommand({
                    TableName: "Things", BillingMode: "PAY_PER_REQUEST",
                    AttributeDefinitions: [{ AttributeName: "p", AttributeType: "S" }],
                    KeySchema: [{ AttributeName: "p", KeyType: "HASH" }] }));
                  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(["Things"]);
                });
                """);

        Shell.Ended ended = shell.run("node", vitest.toString(), "run", "--root", ".");

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("1 passed");
    }

    @Test
    void theRecipeForGoWorks() throws Exception {
        assumeTrue(
                shell.run("go", "version").exitCode() == 0
                        && Files.exists(Path.of(GO_PACKAGES, "src/github.com/aws/aws-sdk-go-v2/service/dynamodb")),
                "Go with the AWS SDK is not installed");
        shell.write("recipe_test.go", """
                package recipe

                import (
                	"context"
                	"fmt"
                	"log"
                	"os"
                	"os/exec"
                	"path/filepath"
                	"strings"
                	"syscall"
                	"testing"
                	"time"

                	"github.com/aws/aws-sdk-go-v2/credentials"
                	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
                )

                func TestMain(m *testing.M) {
                """ + Shell.blocks(PAGE, "go") + """
                }

                func TestNoTableIsThere(t *testing.T) {
                	client := dynamodb.New(dynamodb.Options{
                		Region:           "eu-west-2",
                		Credentials:      credentials.NewStaticCredentialsProvider("test", "test", ""),
                		EndpointResolver: dynamodb.EndpointResolverFromURL(os.Getenv("AWS_ENDPOINT_URL_DYNAMODB")),
                	})
                	tables, err := client.ListTables(context.Background(), &dynamodb.ListTablesInput{})
                	if err != nil || len(tables.TableNames) != 0 {
                		t.Fatal(err, tables)
                	}
                }
                """);

        Shell.Ended ended = shell.run(
                Map.of("GO111MODULE", "off", "GOPATH", GO_PACKAGES, "TMPDIR", folder.toString()),
                List.of("go", "test", "-count=1", "-v", "."));

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("PASS: TestNoTableIsThere");
    }
}
