import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { PRESS } from './presses.ts';

type Choice = { id: number; name: string };

/** The bar of actions for the selected rows; it is part of their form. */
export function BulkBar({
  clients,
  workTypes,
  canRewrite,
  selected,
  onSelectAll,
}: {
  clients: Choice[];
  workTypes: Choice[];
  /** Whether an AI service is set up. */
  canRewrite: boolean;
  /** How many rows are selected, once scripts count them. */
  selected: number;
  onSelectAll: (isSelected: boolean) => void;
}) {
  const isHydrated = useIsHydrated();
  const isIdle = isHydrated && selected === 0;
  return (
    <div
      role="group"
      aria-label="Selected tasks"
      className="grid grid-cols-2 items-center gap-2 border-b border-line px-3 py-2 text-sm sm:flex sm:flex-wrap"
    >
      <label className="flex min-h-9 items-center gap-2 pr-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-5"
          disabled={!isHydrated}
          onChange={(event) => {
            onSelectAll(event.currentTarget.checked);
          }}
        />
        Select all
      </label>{' '}
      {/* The key makes a new element as scripts start: the same one would be seen to move. */}
      <span
        key={String(isHydrated)}
        className="min-w-20 text-right text-muted tabular-nums sm:text-left"
      >
        {isHydrated ? `${selected} selected` : 'Selected:'}
      </span>{' '}
      <button className="button button-secondary" name={PRESS} value="confirm" disabled={isIdle}>
        Confirm Selected
      </button>{' '}
      <button className="button button-secondary" name={PRESS} value="reject" disabled={isIdle}>
        Reject Selected
      </button>{' '}
      {canRewrite ? (
        <button
          className="button button-secondary col-span-2"
          name={PRESS}
          value="rewrite"
          data-leaves=""
          disabled={isIdle}
        >
          Rewrite with AI
        </button>
      ) : null}{' '}
      <span className="contents items-center gap-2 sm:flex sm:flex-wrap">
        <select
          name="clientId"
          aria-label="Client for the selected"
          className="control control-small sm:w-40"
        >
          <option value="">Client…</option>
          {clients.map((client) => (
            <option key={client.id} value={client.id}>
              {client.name}
            </option>
          ))}
        </select>{' '}
        <select
          name="workTypeId"
          aria-label="Work type for the selected"
          className="control control-small sm:w-40"
        >
          <option value="">Work type…</option>
          {workTypes.map((workType) => (
            <option key={workType.id} value={workType.id}>
              {workType.name}
            </option>
          ))}
        </select>{' '}
        <button
          className="button button-secondary col-span-2"
          name={PRESS}
          value="assign"
          disabled={isIdle}
        >
          Assign
        </button>
      </span>
      {canRewrite ? null : (
        <p className="col-span-2 w-full text-muted">
          To have descriptions rewritten for invoices,{' '}
          <a href="/settings#ai" className="link">
            set up the AI helper in Settings
          </a>
          .
        </p>
      )}
    </div>
  );
}
