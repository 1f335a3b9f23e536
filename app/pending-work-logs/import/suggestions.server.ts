import { prepared, type Database } from '#db/connection.server.ts';
import type * as schema from '#db/schema.ts';
import type { CompletedTask } from './task-source.ts';
import { FALLBACK_RATE_PENCE } from '../../work-types/fallback-rate.ts';
import { rateForEditedLog } from '../../work-logs/rates/rates.ts';

/** The likely client, work type and rate (pence an hour) of an imported task. */
export type Suggestion = {
  clientId: number | null;
  workTypeId: number | null;
  estimatedHourlyRatePence: number;
};

/** How many of a project's latest confirmed tasks are considered. */
const REMEMBERED = 50;

type Client = Pick<schema.Client, 'id' | 'name' | 'standardRatePence' | 'discountedRatePence'>;
type WorkType = Pick<schema.WorkType, 'id' | 'name' | 'hourlyRatePence'>;
type Choice = { labels: string; clientId: number; workTypeId: number };

const CLIENTS = `
  select id, name, standard_rate_pence as standardRatePence,
    discounted_rate_pence as discountedRatePence
  from clients where is_active order by id`;
const WORK_TYPES = `
  select id, name, hourly_rate_pence as hourlyRatePence
  from work_types where is_active and not is_hardware order by id`;
// Newest by the log's id, which grows with each confirmation; `updated_at` also changes on
// invoicing.
const CHOICES = `
  select labels, client_id as clientId, work_type_id as workTypeId
  from pending_work_logs
  where project_id = ? and status in ('confirmed', 'converted')
  order by work_log_id desc limit ${REMEMBERED}`;

/**
 * Suggests a client and a work type for tasks. First choice are those of the latest confirmed task
 * of the same project with the same labels, then of the same project with one label in common. Else
 * the client is the one named like the project, and the work type the one named like a label. Only
 * active ones are suggested, and no hardware. Reads the database once, so use it for one batch.
 */
export function createSuggester(db: Database): (task: CompletedTask) => Suggestion {
  const clients = prepared<Client>(db, CLIENTS).all();
  const workTypes = prepared<WorkType>(db, WORK_TYPES).all();
  const clientsByName = new Map(clients.map((client) => [fold(client.name), client]));
  const workTypesByName = new Map(workTypes.map((workType) => [fold(workType.name), workType]));
  const choices = new Map<string, Choice[]>();

  function choiceFor({ projectId, labels }: CompletedTask): Choice | undefined {
    if (projectId === null) return undefined;
    const known = choices.get(projectId) ?? prepared<Choice>(db, CHOICES).all(projectId);
    choices.set(projectId, known);
    const wanted = toLabelText(labels);
    return (
      known.find((choice) => choice.labels === wanted) ??
      known.find((choice) =>
        (JSON.parse(choice.labels) as string[]).some((label) => labels.includes(label)),
      )
    );
  }

  return (task) => {
    const choice = choiceFor(task);
    const client =
      clients.find(({ id }) => id === choice?.clientId) ??
      clientsByName.get(fold(task.projectName ?? ''));
    const workType =
      workTypes.find(({ id }) => id === choice?.workTypeId) ??
      task.labels.map((label) => workTypesByName.get(fold(label))).find(Boolean);
    return {
      clientId: client?.id ?? null,
      workTypeId: workType?.id ?? null,
      estimatedHourlyRatePence: workType
        ? rateForEditedLog(client ?? null, workType)
        : FALLBACK_RATE_PENCE,
    };
  };
}

/** Labels as they are stored: JSON, sorted, so that equal sets of labels have equal texts. */
export function toLabelText(labels: string[]): string {
  return JSON.stringify([...labels].sort());
}

/** A name for comparing, without regard to case and outer spaces. */
function fold(name: string): string {
  return name.trim().toLowerCase();
}
