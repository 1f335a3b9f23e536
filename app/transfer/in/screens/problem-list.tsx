import type { MendField, ShownProblem } from './import-screen.server.ts';

/** The lines of a file that have a problem, each with its sentence and the cells to be mended. */
export function ProblemList({ problems }: { problems: ShownProblem[] }) {
  return (
    <ul className="grid gap-4">
      {problems.map((problem) => (
        <li
          key={problem.line}
          className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0"
        >
          <p className="text-sm wrap-anywhere">
            <span className="font-medium tabular-nums">Line {problem.line}</span>: {problem.message}
          </p>
          {problem.fields.length > 0 ? (
            <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
              {problem.fields.map((field) => (
                <Mend key={field.name} field={field} line={problem.line} />
              ))}
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Mend({ field, line }: { field: MendField; line: number }) {
  const label = (
    <span className="text-xs text-muted">
      <span className="sr-only">Line {line}, </span>
      {field.label}
    </span>
  );
  const control = { name: field.name, defaultValue: field.value, className: 'control' };
  return (
    <label className="grid min-w-0 gap-1">
      {label}
      {/[\r\n]/.test(field.value) ? <textarea rows={2} {...control} /> : <input {...control} />}
    </label>
  );
}
