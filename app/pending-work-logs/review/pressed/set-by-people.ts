import type { PersonField, Suggestions } from '../../suggest/suggestions.ts';

/** An entry's columns as the database stores them. */
export type Row = Record<string, unknown> & {
  id: number;
  version: number;
  status: string;
  suggestions: string;
  set_by_person: string;
};

/** The fields of an entry that a person set. */
export const personFields = ({ set_by_person: fields }: Row) => JSON.parse(fields) as PersonField[];

/**
 * What people have set in an entry, and where it stands, as a text to be compared: it differs after whatever a
 * person does, and not after something was only suggested.
 */
export function setByPeople(row: Row): string {
  const suggested = JSON.parse(row.suggestions) as Suggestions;
  const fields = personFields(row);
  return JSON.stringify({
    status: row.status,
    log: row.work_log_id,
    name: row.task_name,
    client: suggested.clientId ? null : row.client_id,
    workType: suggested.workTypeId ? null : row.work_type_id,
    duration: suggested.duration ? null : row.duration,
    description: suggested.description ? suggested.description.was : row.description,
    billable: suggested.billable ? 1 : row.billable,
    // One that nobody typed follows from the client and the work type.
    rate: fields.includes('estimatedHourlyRate') ? row.estimated_hourly_rate_pence : null,
    decision: row.decision,
    // That it was put back into review is none of its fields.
    fields: fields.filter((field) => field !== 'status'),
  });
}
