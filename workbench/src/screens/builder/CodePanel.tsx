/** The request as a program in the language of one's choice. */
import { toast } from '../../app/toasts.tsx';
import { languages } from '../../code/languages.ts';
import type { Plan } from '../../expression/plan.ts';

export interface CodePanelProps {
  plan: Plan;
  /** The id of a language; the first one if it is none. */
  language: string | null;
  /** Whether the code is for AWS rather than for this server. */
  isAws: boolean;
  onLanguage: (id: string) => void;
  onAws: (isAws: boolean) => void;
}

const REGION = 'eu-west-2';

export function CodePanel({ plan, language, isAws, onLanguage, onAws }: CodePanelProps) {
  const chosen = languages.find((one) => one.id === language) ?? languages[0];
  if (!chosen) {
    return null;
  }
  const code = chosen.code(plan, { region: REGION, endpoint: isAws ? undefined : window.location.origin });
  return (
    <section className="panel part code-panel" aria-label="Code">
      <div className="row">
        <div className="tabs" role="tablist" aria-label="Language">
          {languages.map((one) => (
            <button key={one.id} type="button" role="tab" aria-selected={one === chosen} onClick={() => onLanguage(one.id)}>
              {one.title}
            </button>
          ))}
        </div>
      </div>
      <div className="row">
        <span className="muted">{chosen.file}</span>
        <span className="grow" />
        <select aria-label="Endpoint" value={isAws ? 'aws' : 'here'} onChange={(event) => onAws(event.target.value === 'aws')}>
          <option value="here">for this server</option>
          <option value="aws">for AWS</option>
        </select>
        <button type="button" onClick={() => void copy(code)}>
          Copy
        </button>
      </div>
      <pre className="code" tabIndex={0} aria-label={`Code in ${chosen.title}`}>
        {code}
      </pre>
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('The code was copied.');
  } catch {
    toast('The browser did not let the code be copied. Select it and copy it by hand.', 'failed');
  }
}
