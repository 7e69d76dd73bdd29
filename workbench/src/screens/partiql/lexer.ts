/** Cuts a PartiQL statement into tokens, as the server does; what is no token yet, while one types, ends the list. */
export interface Token {
  kind: 'word' | 'name' | 'string' | 'number' | 'parameter' | 'sign';
  /** A word as typed, a name or string without its quotes. */
  text: string;
  from: number;
  to: number;
}

const FORM =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[A-Za-z_$][A-Za-z0-9_$]*)|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<string>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*")|(?<parameter>\?)|(?<sign><>|<=|>=|!=|<<|>>|[=<>+\-*()[\]{},.:;])/y;

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  FORM.lastIndex = 0;
  for (let at = 0; at < text.length; at = FORM.lastIndex) {
    FORM.lastIndex = at;
    const match = FORM.exec(text);
    const groups = match?.groups;
    if (!match || !groups) {
      break;
    }
    const kind = (['word', 'number', 'string', 'name', 'parameter', 'sign'] as const).find((one) => groups[one] !== undefined);
    if (kind) {
      found.push({ kind, text: content(kind, match[0]), from: at, to: at + match[0].length });
    }
  }
  return found;
}

function content(kind: Token['kind'], text: string): string {
  switch (kind) {
    case 'string':
      return text.slice(1, -1).replaceAll("''", "'");
    case 'name':
      return text.slice(1, -1).replaceAll('""', '"');
    default:
      return text;
  }
}

export function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toUpperCase() === word;
}

export function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}
