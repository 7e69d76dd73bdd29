/** The expressions as they stand in the request, and what their placeholders stand for. */
import type { Call } from '../../expression/request.ts';
import { readable } from '../../query/query.ts';

const EXPRESSIONS = ['KeyConditionExpression', 'FilterExpression', 'UpdateExpression', 'ConditionExpression', 'ProjectionExpression'] as const;

export function ExpressionText({ call }: { call: Call }) {
  const { input } = call;
  const shown = EXPRESSIONS.filter((name) => input[name] !== undefined);
  const names = Object.entries(input.ExpressionAttributeNames ?? {});
  const values = Object.entries(input.ExpressionAttributeValues ?? {});
  return (
    <section className="panel part" aria-label="Expressions">
      <h2>{call.operation}</h2>
      {shown.length === 0 && <p className="hint">No expressions.</p>}
      <dl className="expressions">
        {shown.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{input[name]}</dd>
            {names.length + values.length > 0 && <dd className="reading-text">{readable(input[name], input)}</dd>}
          </div>
        ))}
      </dl>
      {names.length + values.length > 0 && (
        <ul className="placeholders" aria-label="Placeholders">
          {[...names.map(([alias, name]) => [alias, name] as const), ...values.map(([alias, value]) => [alias, JSON.stringify(value)] as const)].map(([alias, text]) => (
            <li key={alias} className="mono">
              <b>{alias}</b> {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
