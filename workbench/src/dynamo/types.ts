/**
 * The shapes of the DynamoDB API that the workbench uses, by their names on the wire. All attribute values are text there,
 * numbers included, so that JSON.parse loses nothing.
 */
import type { Item, Key } from '../item/value.ts';

export type KeyType = 'HASH' | 'RANGE';
export type ScalarType = 'S' | 'N' | 'B';

export interface KeySchemaElement {
  AttributeName: string;
  KeyType: KeyType;
}

export interface AttributeDefinition {
  AttributeName: string;
  AttributeType: ScalarType;
}

export type ProjectionType = 'ALL' | 'KEYS_ONLY' | 'INCLUDE';

export interface Projection {
  ProjectionType?: ProjectionType;
  NonKeyAttributes?: string[];
}

export interface Throughput {
  ReadCapacityUnits: number;
  WriteCapacityUnits: number;
}

export interface IndexDescription {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: Projection;
  IndexStatus?: string;
  Backfilling?: boolean;
  ItemCount?: number;
  IndexSizeBytes?: number;
  ProvisionedThroughput?: Throughput;
}

export interface StreamSpecification {
  StreamEnabled: boolean;
  StreamViewType?: string;
}

export interface TableDescription {
  TableName: string;
  TableStatus: string;
  TableArn?: string;
  TableId?: string;
  CreationDateTime?: number;
  AttributeDefinitions: AttributeDefinition[];
  KeySchema: KeySchemaElement[];
  ItemCount?: number;
  TableSizeBytes?: number;
  BillingModeSummary?: { BillingMode: string };
  ProvisionedThroughput?: Throughput;
  LocalSecondaryIndexes?: IndexDescription[];
  GlobalSecondaryIndexes?: IndexDescription[];
  StreamSpecification?: StreamSpecification;
  LatestStreamArn?: string;
  DeletionProtectionEnabled?: boolean;
}

export interface TimeToLiveDescription {
  TimeToLiveStatus: string;
  AttributeName?: string;
}

export interface Capacity {
  TableName?: string;
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
  LocalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

/** What Query and Scan take; the members that belong to one of them only are optional. */
export interface ReadInput {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ScanIndexForward?: boolean;
  ConsistentRead?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Key;
  Select?: string;
  ReturnConsumedCapacity?: 'TOTAL' | 'INDEXES' | 'NONE';
}

export interface ReadOutput {
  Items?: Item[];
  Count: number;
  ScannedCount: number;
  LastEvaluatedKey?: Key;
  ConsumedCapacity?: Capacity;
}

export interface WriteRequest {
  PutRequest?: { Item: Item };
  DeleteRequest?: { Key: Key };
}

interface ConditionInput {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

export interface TransactWriteItem {
  Put?: { TableName: string; Item: Item } & ConditionInput;
  Delete?: { TableName: string; Key: Key } & ConditionInput;
  Update?: { TableName: string; Key: Key; UpdateExpression: string } & ConditionInput;
  ConditionCheck?: { TableName: string; Key: Key } & ConditionInput;
}

export interface CancellationReason {
  Code?: string;
  Message?: string;
  Item?: Item;
}

export interface CreateTableInput {
  TableName: string;
  AttributeDefinitions: AttributeDefinition[];
  KeySchema: KeySchemaElement[];
  BillingMode: 'PAY_PER_REQUEST' | 'PROVISIONED';
  ProvisionedThroughput?: Throughput;
  LocalSecondaryIndexes?: { IndexName: string; KeySchema: KeySchemaElement[]; Projection: Projection }[];
  GlobalSecondaryIndexes?: GlobalIndexInput[];
  StreamSpecification?: StreamSpecification;
  DeletionProtectionEnabled?: boolean;
}

export interface GlobalIndexInput {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: Projection;
  ProvisionedThroughput?: Throughput;
}

export interface UpdateTableInput {
  TableName: string;
  AttributeDefinitions?: AttributeDefinition[];
  BillingMode?: 'PAY_PER_REQUEST' | 'PROVISIONED';
  ProvisionedThroughput?: Throughput;
  DeletionProtectionEnabled?: boolean;
  StreamSpecification?: StreamSpecification;
  GlobalSecondaryIndexUpdates?: {
    Create?: GlobalIndexInput;
    Update?: { IndexName: string; ProvisionedThroughput: Throughput };
    Delete?: { IndexName: string };
  }[];
}

/** Input and output of each operation, by its name on the wire. */
export interface Operations {
  ListTables: [
    { ExclusiveStartTableName?: string; Limit?: number },
    { TableNames: string[]; LastEvaluatedTableName?: string },
  ];
  DescribeTable: [{ TableName: string }, { Table: TableDescription }];
  DescribeTimeToLive: [{ TableName: string }, { TimeToLiveDescription: TimeToLiveDescription }];
  UpdateTimeToLive: [
    { TableName: string; TimeToLiveSpecification: { Enabled: boolean; AttributeName: string } },
    { TimeToLiveSpecification: { Enabled: boolean; AttributeName: string } },
  ];
  CreateTable: [CreateTableInput, { TableDescription: TableDescription }];
  UpdateTable: [UpdateTableInput, { TableDescription: TableDescription }];
  DeleteTable: [{ TableName: string }, { TableDescription: TableDescription }];
  Query: [ReadInput, ReadOutput];
  Scan: [ReadInput, ReadOutput];
  GetItem: [
    { TableName: string; Key: Key; ConsistentRead?: boolean; ReturnConsumedCapacity?: 'TOTAL' },
    { Item?: Item; ConsumedCapacity?: Capacity },
  ];
  PutItem: [
    { TableName: string; Item: Item; ReturnConsumedCapacity?: 'TOTAL' } & ConditionInput,
    { ConsumedCapacity?: Capacity },
  ];
  BatchWriteItem: [
    { RequestItems: Record<string, WriteRequest[]>; ReturnConsumedCapacity?: 'TOTAL' },
    { UnprocessedItems?: Record<string, WriteRequest[]>; ConsumedCapacity?: Capacity[] },
  ];
  TransactWriteItems: [
    { TransactItems: TransactWriteItem[]; ClientRequestToken?: string; ReturnConsumedCapacity?: 'TOTAL' },
    { ConsumedCapacity?: Capacity[] },
  ];
  ExecuteStatement: [
    {
      Statement: string;
      Parameters?: unknown[];
      NextToken?: string;
      Limit?: number;
      ConsistentRead?: boolean;
      ReturnConsumedCapacity?: 'TOTAL' | 'INDEXES';
    },
    { Items?: Item[]; NextToken?: string; LastEvaluatedKey?: Key; ConsumedCapacity?: Capacity },
  ];
}

export type OperationName = keyof Operations;
