import { Card } from '../../../ui/card.tsx';
import type { Look } from './import-screen.server.ts';
import type { Option, ShownName } from '../shown-names.server.ts';

type Props = Pick<Look, 'names' | 'options'>;

/** What the names in a file mean: a client or work type that is here or a new one, and who logged it. */
export function Names({ names, options }: Props) {
  return (
    <Card
      title="Names"
      subtitle="A client or work type is one that is here, or is made with the usual rates"
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {names.map((name, at) => (
          // Made anew when it means something else, or a script would leave the old choice standing.
          <li key={`${name.key} ${name.value}`}>
            <NameField name={name} id={`name-${at}`} options={options[name.kind]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const KINDS = { client: 'Client', 'work-type': 'Work type', person: 'Logged by' } as const;

function NameField({ name, id, options }: { name: ShownName; id: string; options: Option[] }) {
  const isPerson = name.kind === 'person';
  const none = isPerson ? 'nobody named' : `No ${KINDS[name.kind].toLowerCase()}`;
  const said = name.name === '' ? none : name.name;
  const what = name.isHardware ? `${said}, for hardware` : said;
  const lines = name.lines === '1' ? '1 line' : `${name.lines} lines`;
  return (
    <div className="grid min-w-0 gap-1.5">
      <input type="hidden" name="nameKey" value={name.key} />
      <input type="hidden" name="nameWas" value={name.value} />
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {KINDS[name.kind]}: {what} <span className="font-normal text-muted">({lines})</span>
      </label>
      <select
        id={id}
        name="nameIs"
        data-kept-as={`nameIs=${name.key}`}
        className="control"
        defaultValue={name.value}
        aria-invalid={name.problem !== null ? true : undefined}
        aria-describedby={name.problem !== null ? `${id}-problem` : undefined}
      >
        {name.value === '' ? <option value="">Choose</option> : null}
        {isPerson ? <option value="0">Nobody here</option> : null}
        {isPerson || name.name === '' ? null : <option value="0">Make it new</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {name.problem !== null ? (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {name.problem}
        </p>
      ) : null}
    </div>
  );
}
