/**
 * The header of a form that waited on a device for a line (app/offline/): whose it is, and how many
 * milliseconds ago it was sent. An age, since a device's own clock may be wrong. A form that a person sends
 * from its page, for the first time or after a refusal, has the age alone: it is answered with a page.
 */
export const SENT_LATER = 'X-Sent-Later';
/** The header of the waiting start of a timer whose stop waits behind it: how many milliseconds ago that was sent. */
export const STOPPED_LATER = 'X-Stopped-Later';
/** The header of the answer: `done`, or `refused`; and that of the reason, as an encoded sentence. */
export const TAKEN = 'X-Taken';
export const TAKEN_SAID = 'X-Taken-Said';

/** The longest that a form may have waited, in milliseconds: 31 days, as long as its key is known. */
export const LONGEST_WAIT = 31 * 24 * 60 * 60 * 1_000;

/** A form that waited on a device: whose it is, and when it was sent. */
export type SentLater = {
  personId: number;
  /** By the server's clock; null when the device's account of it cannot be believed. */
  sentAt: Date | null;
  /** What became of it, once that is known. */
  outcome: { isDone: true } | { isDone: false; said: string } | null;
};

/** The value of {@link SENT_LATER}. */
export function printSentLater(personId: number, age: number): string {
  return `${personId} ${printAge(age)}`;
}

/** The value of {@link SENT_LATER} for a form that is sent from its page. */
export const printAge = (age: number) => String(Math.max(0, Math.round(age)));

/** Reads {@link SENT_LATER}: the moment is never in the future; null for any other request. */
export function readSentLater(header: string | undefined, now: Date): SentLater | null {
  const [, person, age] = /^(\d{1,15}) (\d{1,15})$/.exec(header ?? '') ?? [];
  if (person === undefined) return null;
  return { personId: Number(person), sentAt: momentOf(age, now), outcome: null };
}

/** When a form was first sent, by whoever sends it; null where that is not said, or cannot be believed. */
export function readSentAt(header: string | undefined, now: Date): Date | null {
  const [, age] = /^(?:\d{1,15} )?(\d{1,15})$/.exec(header ?? '') ?? [];
  return momentOf(age, now);
}

function momentOf(age: string | undefined, now: Date): Date | null {
  if (age === undefined || Number(age) > LONGEST_WAIT) return null;
  return new Date(now.getTime() - Number(age));
}
