package dev.stator.junit.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Templates become CreateTable requests, or errors that say what to do. */
class CloudFormationTemplateTest {
    private static final String KEYS = """
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]""";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void propertiesBecomeMembersOfCreateTable() {
        TableBlueprint table = only("""
                "Type": "AWS::DynamoDB::Table", "Properties": {%s,
                "TableName": "T",
                "ProvisionedThroughput": {"ReadCapacityUnits": "5", "WriteCapacityUnits": 6},
                "DeletionProtectionEnabled": "true",
                "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
                "GlobalSecondaryIndexes": [{"IndexName": "i", "Projection": {"ProjectionType": "ALL"},
                  "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                  "ContributorInsightsSpecification": {"Enabled": true}}],
                "SSESpecification": {"SSEEnabled": true}}""".formatted(KEYS));

        assertThat(table.name()).isEqualTo("T");
        assertThat(table)
                .hasToString("{\"TableName\":\"T\","
                        + "\"AttributeDefinitions\":[{\"AttributeName\":\"id\",\"AttributeType\":\"S\"}],"
                        + "\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}],"
                        + "\"ProvisionedThroughput\":{\"ReadCapacityUnits\":5,\"WriteCapacityUnits\":6},"
                        + "\"DeletionProtectionEnabled\":true,"
                        + "\"StreamSpecification\":{\"StreamEnabled\":true,\"StreamViewType\":\"NEW_IMAGE\"},"
                        + "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"i\",\"Projection\":{\"ProjectionType\":\"ALL\"},"
                        + "\"KeySchema\":[{\"AttributeName\":\"id\",\"KeyType\":\"HASH\"}]}]}");
    }

    @Test
    void timeToLiveIsSetUpBehindTheTable() {
        try (dev.stator.junit.Stator stator = dev.stator.junit.Stator.inMemory()) {
            stator.create(only("""
                    "Type": "AWS::DynamoDB::Table", "Properties": {%s, "BillingMode": "PAY_PER_REQUEST",
                    "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": true}}""".formatted(KEYS)));
            stator.create(only("""
                    "Type": "AWS::DynamoDB::Table", "Properties": {%s, "BillingMode": "PAY_PER_REQUEST", "TableName": "Off",
                    "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": false}}""".formatted(KEYS)));

            assertThat(List.of("Logical", "Off"))
                    .extracting(name -> stator.dynamoDbClient()
                            .describeTimeToLive(describe -> describe.tableName(name))
                            .timeToLiveDescription()
                            .attributeName())
                    .containsExactly("expires", null);
        }
    }

    @Test
    void aGlobalTableIsItsReplicaHere() {
        TableBlueprint table = only("""
                "Type": "AWS::DynamoDB::GlobalTable", "Properties": {%s, "BillingMode": "PROVISIONED",
                "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {"MinCapacity": 1}},
                "Replicas": [{"Region": "eu-west-1"}]}""".formatted(KEYS));

        assertThat(table.name()).isEqualTo("Logical");
        assertThat(table.toString())
                .contains("\"BillingMode\":\"PAY_PER_REQUEST\"")
                .doesNotContain("Replicas");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"Ref": "Stage"}                                                              | dev
            {"Fn::Sub": "a-${Stage}-${AWS::Region}"}                                      | a-dev-eu-west-2
            {"Fn::Sub": ["${x}-${!literal}", {"x": {"Ref": "Stage"}}]}                    | dev-${literal}
            {"Fn::Join": ["-", ["a", {"Ref": "Stage"}, {"Ref": "AWS::AccountId"}]]}       | a-dev-000000000000
            {"Fn::Select": [1, ["a", {"Ref": "Stage"}]]}                                  | dev
            {"Fn::FindInMap": ["Names", {"Ref": "Stage"}, "table"]}                       | of-dev
            {"Fn::If": ["IsDev", "yes", {"Fn::GetAtt": ["X", "Arn"]}]}                    | yes
            {"Fn::If": ["IsNotDev", "yes", "no"]}                                         | no
            {"Fn::If": ["IsBoth", "yes", "no"]}                                           | no
            {"Fn::If": ["IsEither", "yes", "no"]}                                         | yes
            {"Ref": "AWS::NoValue"}                                                       | Logical
            """)
    void functionsAreResolved(String function, String name) {
        assertThat(named(function, "dev").name()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"Fn::ImportValue": "x"}                  | TableName is Fn::ImportValue of x, which only a deployment can tell
            {"Fn::GetAtt": ["Other", "Arn"]}          | TableName is Fn::GetAtt of [Other, Arn], which only a deployment can tell
            {"Ref": "Bucket"}                         | TableName refers to Bucket, which is no parameter of the template
            {"Ref": "NoDefault"}                      | NoDefault, which is a parameter without a default
            {"Fn::Sub": "x-${Bucket.Arn}"}            | TableName refers to Bucket.Arn, which is no parameter
            {"Fn::FindInMap": ["Names", "x", "y"]}    | looks for [Names, x, y] in Mappings, where there is no x
            {"Fn::If": ["Missing", "a", "b"]}         | TableName has the condition Missing, which is not in Conditions
            {"Fn::Join": "x"}                         | TableName has Fn::Join of x, which is no list
            """)
    void whatCannotBeResolvedIsToldWithItsPlace(String function, String text) {
        assertThatThrownBy(() -> named(function, "dev"))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("t.json, Logical: ")
                .hasMessageContaining(text);
    }

    @Test
    void parametersAreThoseOfTheTemplate() {
        assertThat(named("{\"Ref\": \"Stage\"}", "production").name()).isEqualTo("production");
        assertThatThrownBy(() -> template("\"Type\": \"AWS::DynamoDB::Table\", \"Properties\": {" + KEYS + "}")
                        .parameter("Sage", "x")
                        .tables())
                .hasMessage("the template has no parameter Sage");
    }

    @Test
    void tablesWithoutANameGetOneFromTheTest() {
        String resource = "\"Type\": \"AWS::DynamoDB::Table\", \"Properties\": {" + KEYS + "}";

        assertThat(template(resource).name("Logical", "orders").tables())
                .extracting(TableBlueprint::name)
                .containsExactly("orders");
        assertThatThrownBy(() -> template(resource).name("Typo", "orders").tables())
                .hasMessageContaining("has no table Typo");
    }

    @Test
    void aPropertyThatIsUnknownIsNotPassedOver() {
        assertThatThrownBy(() ->
                        only("\"Type\": \"AWS::DynamoDB::Table\", \"Properties\": {\"KeySchemas\": [], " + KEYS + "}"))
                .hasMessageContaining("Logical: the property KeySchemas is unknown");
    }

    @Test
    void whatIsNoTemplateIsToldInPlainWords() {
        assertThatThrownBy(() -> CloudFormationTemplate.resource(getClass(), "none.json"))
                .hasMessageContaining(
                        "there is no resource none.json beside " + getClass().getName());
        assertThatThrownBy(() -> CloudFormationTemplate.file(folder.resolve("none.json")))
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> CloudFormationTemplate.file(write("{\n  \"Resources\": }")))
                .hasMessageContaining("no JSON in line 2");
        assertThatThrownBy(() -> CloudFormationTemplate.file(write("Resources:\n  Table:\n")))
                .isInstanceOf(TemplateException.class);
        assertThatThrownBy(() -> CloudFormationTemplate.file(write("[]"))).hasMessageContaining("cdk synth");
        assertThatThrownBy(() -> CloudFormationTemplate.file(write("{}")).tables())
                .hasMessageContaining("has no Resources");
        assertThatThrownBy(() -> CloudFormationTemplate.file(write("{\"Resources\": {}}"))
                        .tables())
                .hasMessageContaining("has no table");
    }

    @Test
    void dynamoDbsOwnRefusalIsPassedOn() {
        try (dev.stator.junit.Stator stator = dev.stator.junit.Stator.inMemory()) {
            List<TableBlueprint> tables = template("\"Type\": \"AWS::DynamoDB::Table\", \"Properties\": {" + KEYS + "}")
                    .tables();

            assertThatThrownBy(() -> stator.create(tables))
                    .isInstanceOf(TemplateException.class)
                    .hasMessageStartingWith("table Logical cannot be created: ");
        }
    }

    private TableBlueprint named(String function, String stage) {
        return template("\"Type\": \"AWS::DynamoDB::Table\", \"Properties\": {\"TableName\": " + function + ", " + KEYS
                        + "}")
                .parameter("Stage", stage)
                .tables()
                .getFirst();
    }

    private TableBlueprint only(String resource) {
        return template(resource).tables().getFirst();
    }

    private CloudFormationTemplate template(String resource) {
        return CloudFormationTemplate.file(write("""
                {"Parameters": {"Stage": {"Type": "String", "Default": "dev"}, "NoDefault": {"Type": "String"}},
                 "Mappings": {"Names": {"dev": {"table": "of-dev"}}},
                 "Conditions": {
                   "IsDev": {"Fn::Equals": [{"Ref": "Stage"}, "dev"]},
                   "IsNotDev": {"Fn::Not": [{"Condition": "IsDev"}]},
                   "IsBoth": {"Fn::And": [{"Condition": "IsDev"}, {"Condition": "IsNotDev"}]},
                   "IsEither": {"Fn::Or": [{"Condition": "IsNotDev"}, {"Condition": "IsDev"}]}},
                 "Resources": {"Logical": {%s}}}""".formatted(resource)));
    }

    private Path write(String text) {
        try {
            return Files.writeString(folder.resolve("t.json"), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
