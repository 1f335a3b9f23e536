import { formatCount } from '../../../lib/count.ts';
import { Card } from '../../../ui/card.tsx';
import type { Look } from './import-screen.server.ts';
import type { Option, ShownName } from '../shown-names.server.ts';

type Props = Look['names'] & Pick<Look, 'options'>;

/** What the names in a file mean: a client or work type that is here or a new one, and who logged it. */
export function Names({ names, left, options }: Props) {
  const typedKinds = new Set(names.flatMap(({ kind, typed }) => (typed === null ? [] : [kind])));
  return (
    <Card
      title="Names"
      subtitle="A client or work type is one that is here, or is made with the usual rates"
    >
      <ul className="grid gap-4 lg:grid-cols-2">
        {names.map((name, at) => (
          // Made anew when it means something else, or a script would leave the old choice standing.
          <li key={`${name.key} ${name.value}`}>
            <NameField name={name} at={at} options={options[name.kind]} />
          </li>
        ))}
      </ul>
      {left === 0 ? null : (
        <p className="mt-3 text-sm text-muted">
          And {formatCount(left)} more names: each means what is called so here, or is made new.
        </p>
      )}
      {[...typedKinds].map((kind) => (
        <datalist key={kind} id={`names-${kind}`}>
          {options[kind].map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      ))}
    </Card>
  );
}

const KINDS = { client: 'Client', 'work-type': 'Work type', person: 'Logged by' } as const;

function NameField({ name, at, options }: { name: ShownName; at: number; options: Option[] }) {
  const id = `name-${at}`;
  const isPerson = name.kind === 'person';
  const none = isPerson ? 'nobody named' : `No ${KINDS[name.kind].toLowerCase()}`;
  const said = name.name === '' ? none : name.name;
  const what = name.isHardware ? `${said}, for hardware` : said;
  const lines = name.lines === '1' ? '1 line' : `${name.lines} lines`;
  const control = {
    id,
    'data-kept-as': `nameIs=${name.key}`,
    className: 'control',
    'aria-invalid': name.problem !== null ? true : undefined,
    'aria-describedby': name.problem !== null ? `${id}-problem` : undefined,
  };
  const unchosen = isPerson ? 'Nobody here' : 'Make it new';
  return (
    <div className="grid min-w-0 gap-1.5">
      <input type="hidden" name="nameKey" value={name.key} />
      <input type="hidden" name="nameWas" value={name.value} />
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {KINDS[name.kind]}: {what} <span className="font-normal text-muted">({lines})</span>
      </label>
      {name.typed === null ? (
        <select name="nameIs" defaultValue={name.value} {...control}>
          {name.value === '' ? <option value="">Choose</option> : null}
          {isPerson || name.name !== '' ? <option value="0">{unchosen}</option> : null}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <>
          <input type="hidden" name="nameIs" value={name.value} />
          <input
            name={`nameTyped:${at}`}
            list={`names-${name.kind}`}
            placeholder={name.value === '' ? 'Choose' : unchosen}
            defaultValue={name.typed}
            {...control}
          />
        </>
      )}
      {name.problem !== null ? (
        <p id={`${id}-problem`} className="text-sm text-danger">
          {name.problem}
        </p>
      ) : null}
    </div>
  );
}
