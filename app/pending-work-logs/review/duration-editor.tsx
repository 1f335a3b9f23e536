import { useState } from 'react';
import { formatDuration } from '../../lib/duration.ts';
import { readBack, readHourFields } from '../../work-logs/rates/read-back.ts';
import { DURATION_PRESETS, OTHER_DURATION } from './durations.ts';
import { fieldOf, type RefusedRows } from './presses.ts';
import type { PendingRow } from './review-screen.server.ts';

/** What was typed into a row and could not be saved. */
export type TypedRow = RefusedRows['typed'][string];

/** The id of the button that saves a row. */
export const saveButtonOf = (row: Pick<PendingRow, 'id'>) => `save-${row.id}`;

/** The duration of a row: one of the presets, or Other with a field for any duration. */
export function DurationEditor({
  row,
  typed,
  error,
}: {
  row: PendingRow;
  typed: TypedRow;
  /** Why what was typed could not be saved. */
  error: string | undefined;
}) {
  const choice = typed.durationChoice ?? row.durationChoice;
  return (
    <div className="duration-editor grid gap-1">
      <select
        // A new key makes the select show the server's value instead of an earlier choice.
        key={`choice ${row.durationChoice}`}
        name={fieldOf('durationChoice', row.id)}
        defaultValue={choice}
        aria-label={`Duration of ${row.taskName}`}
        className="control control-small"
        data-submits={saveButtonOf(row)}
        data-submits-not={OTHER_DURATION}
      >
        <option value="">Not set</option>
        {DURATION_PRESETS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatDuration(minutes)}
          </option>
        ))}
        <option value={OTHER_DURATION} data-other="">
          {row.customHours ? `Other: ${row.duration ?? ''}` : 'Other'}
        </option>
      </select>
      <CustomHours
        key={`hours ${row.customHours}`}
        row={row}
        typed={typed.customHours}
        error={error}
      />
    </div>
  );
}

function CustomHours({
  row,
  typed,
  error,
}: {
  row: PendingRow;
  typed: string | undefined;
  error: string | undefined;
}) {
  const [text, setText] = useState(typed ?? row.customHours);
  const name = fieldOf('customHours', row.id);
  const [hintId, errorId] = [`${name}-hint`, `${name}-error`];
  const rate = { ratePence: row.ratePence, name: "this task's rate" };
  const worth = readBack(readHourFields([text]), rate, { isBillable: row.billable });
  return (
    <span className="custom-hours">
      <input
        type="text"
        name={name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed ?? row.customHours}
        aria-label={`Hours of ${row.taskName}`}
        aria-describedby={error ? errorId : hintId}
        aria-invalid={error ? true : undefined}
        placeholder="Hours"
        data-submits={saveButtonOf(row)}
        onInput={(event) => {
          setText(event.currentTarget.value);
        }}
        className="control control-small"
      />
      {error ? (
        <span id={errorId} className="mt-1 block text-xs text-danger">
          {error}
        </span>
      ) : (
        <span id={hintId} className="mt-1 block text-xs text-muted" aria-live="polite">
          {/* What is stored says so in the list above. */}
          {text === row.customHours && text !== '' ? null : worth}
        </span>
      )}
    </span>
  );
}
