import { z } from 'zod';

/**
 * The parts of Todoist's API v1 that are read. Only what an entry is useless without is required;
 * an optional field of an unknown form counts as absent, and unknown fields are dropped.
 */

const Id = z.union([z.string().min(1), z.number().int()]).transform(String);
const OptionalId = Id.nullish().catch(null);
const OptionalText = z.string().nullish().catch(null);

/**
 * An instant in ISO 8601, with or without fractions of a second. Without a time zone it is in UTC.
 */
const Instant = z
  .string()
  .transform((text) => (/T[\d:.]+$/.test(text) ? `${text}Z` : text))
  .refine((text) => !Number.isNaN(Date.parse(text)));

const Labels = z.array(z.string()).nullish().catch(null);
const Duration = z.object({ amount: z.number(), unit: z.string() }).nullish().catch(null);
const Due = z
  .object({ is_recurring: z.boolean().optional().catch(undefined), string: OptionalText })
  .nullish()
  .catch(null);

const taskFields = {
  id: Id,
  content: OptionalText,
  description: OptionalText,
  project_id: OptionalId,
  section_id: OptionalId,
  parent_id: OptionalId,
  labels: Labels,
  duration: Duration,
  due: Due,
  priority: z.number().nullish().catch(null),
  added_at: OptionalText,
  completed_by_uid: OptionalId,
};

/** A task, from `/tasks/{id}`. */
export const Task = z.object(taskFields);
export type Task = z.output<typeof Task>;

/** A completed task, from `/tasks/completed/by_completion_date`. */
export const CompletedItem = z.object({ ...taskFields, completed_at: Instant });
export type CompletedItem = z.output<typeof CompletedItem>;

/** An entry of the activity log, from `/activities`. */
export const ActivityEvent = z.object({
  object_type: z.string(),
  object_id: Id,
  event_type: z.string(),
  event_date: Instant,
  parent_project_id: OptionalId,
  initiator_id: OptionalId,
  extra_data: z
    .object({
      content: OptionalText,
      is_recurring: z.boolean().optional().catch(undefined),
      labels: Labels,
    })
    .nullish()
    .catch(null),
});
export type ActivityEvent = z.output<typeof ActivityEvent>;

/** An event, readable or not, that is not the completion of a recurring task. */
export const PlainEvent = z.object({ extra_data: z.object({ is_recurring: z.literal(false) }) });

/** A project, from `/projects` and `/projects/archived`. */
export const Project = z.object({ id: Id, name: z.string() });

/** The user whose token it is, from `/user`. */
export const User = z.object({
  id: OptionalId,
  is_premium: z.boolean().nullish().catch(null),
});

/** A page of a list. A cursor that is null, empty or absent ends the list. */
export const ResultPage = z
  .object({
    items: z.array(z.unknown()).optional(),
    results: z.array(z.unknown()).optional(),
    next_cursor: z.string().nullish(),
  })
  .transform(({ items, results, next_cursor }) => ({
    rows: items ?? results,
    cursor: next_cursor === '' ? null : (next_cursor ?? null),
  }));
