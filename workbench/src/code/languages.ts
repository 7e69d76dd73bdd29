/** The languages that a request can be written in. */
import type { Plan } from '../expression/plan.ts';
import { callOf } from '../expression/request.ts';
import { cli } from './cli.ts';
import { dotnet } from './dotnet.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascriptClient, javascriptDocument } from './javascript.ts';
import { partiqlText } from './partiql.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import type { CodeOptions, Emitter } from './text.ts';

export interface Language {
  id: string;
  title: string;
  /** What one calls a file of it. */
  file: string;
  code: (plan: Plan, options: CodeOptions) => string;
}

const of = (id: string, title: string, file: string, emit: Emitter): Language => ({ id, title, file, code: (plan, options) => emit(callOf(plan), options) });

export const languages: readonly Language[] = [
  of('js', 'JS v3', 'example.mjs', javascriptClient),
  of('js-document', 'JS v3 document', 'example.mjs', javascriptDocument),
  of('java', 'Java v2', 'Example.java', java),
  of('python', 'Python', 'example.py', python),
  of('go', 'Go v2', 'main.go', go),
  of('dotnet', '.NET', 'Program.cs', dotnet),
  of('rust', 'Rust', 'main.rs', rust),
  of('cli', 'CLI', 'example.sh', cli),
  { id: 'partiql', title: 'PartiQL', file: 'example.sql', code: partiqlText },
];
