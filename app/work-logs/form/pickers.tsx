import { Link } from '@remix-run/react';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import type { WorkLogOptions } from './form-options.server.ts';

/** Who the work was for. */
export function ClientPicker({
  field,
  options,
  autoFocus,
}: {
  field: FieldState;
  options: WorkLogOptions;
  autoFocus?: boolean;
}) {
  return (
    <SelectField
      field={field}
      label="Client"
      isRequired
      autoFocus={autoFocus}
      hint={options.clients.length === 0 ? <FirstOne kind="client" to="/clients/new" /> : undefined}
    >
      <option value="">Select a client</option>
      {options.clients.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** What kind of work; the style sheet shows the fields that go with the chosen kind. */
export function WorkTypePicker({ field, options }: { field: FieldState; options: WorkLogOptions }) {
  return (
    <SelectField
      field={field}
      label="Work Type"
      isRequired
      hint={
        options.workTypes.length === 0 ? (
          <FirstOne kind="work type" to="/settings/work-types/new" />
        ) : undefined
      }
    >
      <option value="">Select a work type</option>
      {options.workTypes.map(({ id, label, isOnSite, isHardware }) => (
        <option
          key={id}
          value={id}
          data-on-site={isOnSite ? '' : undefined}
          data-hardware={isHardware ? '' : undefined}
        >
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** Where there is nothing to choose, the way to what is missing. */
function FirstOne({ kind, to }: { kind: string; to: string }) {
  return (
    <>
      There is none yet.{' '}
      <Link to={to} className="link">
        Add your first {kind}
      </Link>
    </>
  );
}
