import type { z } from 'zod';
import { ClientInput } from '../../../clients/clients.server.ts';
import type { CellKind } from '../../../lib/record-fields.ts';
import { CLIENT_FIELDS } from '../../../records/client-fields.ts';
import { WorkTypeInput } from '../../../work-types/work-types.ts';
import { unguard } from '../../cells.ts';
import { readFlag, readPounds } from './values.ts';

/** A line as the fields of its form, in JSON, or what is wrong with it. */
type Reading = { record: string } | { problem: string };

type Columns = Record<string, number>;

/** A client as its form has it. */
export type ClientRecord = ClientInput;
/** A work type as its form has it, and whether it is offered. */
export type WorkTypeRecord = WorkTypeInput & { isActive: boolean };

/** Reads a line of our file of clients. */
export function readClientRow(cells: readonly string[], columns: Columns): Reading {
  const text = textsOf(cells, columns);
  const fields = Object.entries(CLIENT_FIELDS).map(([name, { cell }]) => {
    const [column, holds] = cell;
    // Some fields take no empty text, which stands for what is usual.
    return [name, valueOf(holds, text(column) || undefined)];
  });
  return check(ClientInput, Object.fromEntries(fields) as object);
}

/** A cell as the form has the value; what cannot be read stays as it is, and is refused by the form. */
function valueOf(holds: CellKind, text: string | undefined) {
  if (text === undefined) return undefined;
  if (holds === 'money') return pounds(text);
  return holds === 'flag' ? flag(text) : text;
}

/** Reads a line of our file of work types. */
export function readWorkTypeRow(cells: readonly string[], columns: Columns): Reading {
  const text = textsOf(cells, columns);
  const kind = text('kind').toLowerCase();
  if (!['', 'time', 'hardware'].includes(kind)) {
    return { problem: `Kind: “${kind}” is neither time nor hardware.` };
  }
  const active = readFlag(text('active'));
  if (active.problem !== undefined) return { problem: `Active: ${active.problem}` };
  const reading = check(WorkTypeInput, {
    name: text('name'),
    hourlyRate: pounds(text('hourly_rate')),
    description: text('description'),
    isHardware: kind === '' ? null : kind === 'hardware',
  });
  if ('problem' in reading) return reading;
  const record = JSON.parse(reading.record) as WorkTypeInput;
  return { record: JSON.stringify({ ...record, isActive: active.value ?? true }) };
}

function textsOf(cells: readonly string[], columns: Columns): (name: string) => string {
  return (name) => {
    const at = columns[name];
    return at === undefined ? '' : unguard(cells[at] ?? '').trim();
  };
}

/** An amount in the common form; what cannot be read stays as it is, and is refused by the form. */
function pounds(text: string): string {
  const reading = readPounds(text, null);
  if (reading.problem !== undefined || reading.value === null) return text;
  return `${Math.floor(reading.value / 100)}.${String(reading.value % 100).padStart(2, '0')}`;
}

function flag(text: string): boolean | string | null {
  const reading = readFlag(text);
  return reading.problem === undefined ? reading.value : text;
}

function check(schema: z.ZodType, fields: object): Reading {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { record: JSON.stringify(parsed.data) };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  return {
    problem: `${field === '' ? '' : `${field}: `}${issue?.message ?? 'It cannot be read.'}`,
  };
}
