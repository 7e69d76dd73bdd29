import { tokens } from './lexer.ts';

/** Where in a statement an error of the server lies. */
export interface Place {
  from: number;
  to: number;
}

/**
 * The server names places as line:column:length, from 1 on; and some errors name a table, index or attribute. Undefined where
 * the text names neither.
 */
export function placeOf(message: string, statement: string): Place | undefined {
  const match = /\b(\d+):(\d+):(\d+)\b/.exec(message);
  if (match) {
    const lines = statement.split('\n');
    const line = Number(match[1]) - 1;
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + Number(match[2]) - 1;
    if (line < lines.length) {
      return clipped(start, start + Number(match[3]), statement);
    }
  }
  // The longest name of the statement that the text has as a whole word.
  const named = tokens(statement)
    .filter((token) => token.kind !== 'sign' && token.text.length > 1 && words(message).has(token.text))
    .sort((a, b) => b.text.length - a.text.length)[0];
  return named && { from: named.from, to: named.to };
}

function words(message: string): Set<string> {
  return new Set(message.match(/[\w.#-]*\w/g) ?? []);
}

function clipped(from: number, to: number, statement: string): Place {
  const end = Math.min(to, statement.length);
  // An error at the end of the text is shown at its last character.
  return end > from ? { from, to: end } : { from: Math.max(0, Math.min(from, statement.length) - 1), to: statement.length };
}
