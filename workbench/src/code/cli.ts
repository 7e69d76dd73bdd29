/** The AWS CLI, in a POSIX shell. It follows the pages by itself. */
import { separated, shellString, type Emitter } from './text.ts';

export const cli: Emitter = ({ operation, input }, options) => {
  const lines = [`aws dynamodb ${separated(operation, '-')}`];
  if (options.endpoint !== undefined) {
    lines.push(`--endpoint-url ${shellString(options.endpoint)}`);
  }
  lines.push(`--region ${shellString(options.region)}`);
  for (const [name, value] of Object.entries(input)) {
    lines.push(option(name, value));
  }
  return `${lines.join(' \\\n  ')}\n`;
};

function option(name: string, value: unknown): string {
  switch (name) {
    case 'ScanIndexForward':
      return '--no-scan-index-forward';
    case 'ConsistentRead':
      return '--consistent-read';
    case 'Limit':
      // The size of a page; --max-items would end the reading.
      return `--page-size ${String(value)}`;
    default:
      return `--${separated(name, '-')} ${shellString(typeof value === 'string' ? value : JSON.stringify(value))}`;
  }
}
