/** What stands in a waiting entry without a person having set it. Pure; it also runs in the browser. */

/** The fields that can be filled in for a person. */
export const SUGGESTED_FIELDS = [
  'clientId',
  'workTypeId',
  'jobId',
  'duration',
  'description',
  'billable',
] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

/** The fields that can be noted as a person's; `status` once it was put back into review. */
export type PersonField = SuggestedField | 'estimatedHourlyRate' | 'status';

/** Why a field holds what it holds, said after its value; `was` is what came with the task, and comes back without it. */
export type Suggestion = { reason: string; was?: string | number | null };
export type Suggestions = Partial<Record<SuggestedField, Suggestion>>;

/** The fields that hold a suggestion, in the order of {@link SUGGESTED_FIELDS}. */
export function suggestedFields(suggestions: Suggestions): SuggestedField[] {
  return SUGGESTED_FIELDS.filter((field) => suggestions[field] !== undefined);
}

/** The reasons by field, for the API and the screens. */
export function reasonsIn(suggestions: Suggestions): Partial<Record<SuggestedField, string>> {
  return Object.fromEntries(
    suggestedFields(suggestions).map((field) => [field, suggestions[field]?.reason ?? '']),
  );
}

/** Suggestions as they are stored: in a fixed order, so that equal ones have equal texts. */
export function toSuggestionsText(suggestions: Suggestions): string {
  return JSON.stringify(
    Object.fromEntries(suggestedFields(suggestions).map((field) => [field, suggestions[field]])),
  );
}

/** Where an entry comes from, in people's words. */
export const sourceOf = ({ source }: { source: string | null }) => source ?? 'Todoist';

/** A duration in minutes that came with a task, as an entry stores it: nobody chose it. */
export function givenDuration(minutes: number | null, source: string | null = null) {
  const given = { duration: { reason: `from ${sourceOf({ source })}`, was: minutes } };
  return { duration: minutes, suggestions: toSuggestionsText(minutes === null ? {} : given) };
}

/** Labels as they are stored: JSON, sorted, so that equal sets of labels have equal texts. */
export function toLabelText(labels: string[]): string {
  return JSON.stringify([...labels].sort());
}
