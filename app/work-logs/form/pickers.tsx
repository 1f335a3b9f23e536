import { Link } from '@remix-run/react';
import { SelectField, type FieldState } from '../../ui/field.tsx';
import type { WorkLogOptions } from './form-options.server.ts';

/** Chooses the client; with no clients yet, links to Add Client. */
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
      hint={
        options.clients.length === 0 ? <AddFirstLink kind="client" to="/clients/new" /> : undefined
      }
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

/**
 * Chooses the work type; with none yet, links to adding one. The style sheet shows and hides the
 * form's other fields by the `data-` attributes of the chosen option.
 */
export function WorkTypePicker({ field, options }: { field: FieldState; options: WorkLogOptions }) {
  return (
    <SelectField
      field={field}
      label="Work Type"
      isRequired
      hint={
        options.workTypes.length === 0 ? (
          <AddFirstLink kind="work type" to="/settings/work-types/new" />
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

/** The hint of a picker with nothing to choose: a link to add the first client or work type. */
function AddFirstLink({ kind, to }: { kind: string; to: string }) {
  return (
    <>
      There is none yet.{' '}
      <Link to={to} className="link">
        Add your first {kind}
      </Link>
    </>
  );
}
