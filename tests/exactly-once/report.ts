import type { Finding } from './check.ts';
import type { Result } from './story.ts';

/** How many findings of a kind all results have together. */
export function sum(results: Result[], kind: Finding['kind']): number {
  return results.flatMap(({ findings }) => findings).filter((one) => one.kind === kind).length;
}

/** A line for each schedule in which something was found; it names the seed to repeat it by. */
export function findLeaks(results: Result[]): string[] {
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(
      ({ seed, findings }) =>
        `SEED=${seed} SCHEDULES=1: ${[...new Set(findings.map(({ text }) => text))].join('; ')}`,
    );
}

/** What happened in all schedules, in numbers. */
export function report(results: Result[], seconds: number): string {
  const total = (count: (result: Result) => number) =>
    results.reduce((all, result) => all + count(result), 0);
  const killed = results.filter(({ isKilled }) => isKilled);
  const lines = [
    `${results.length} schedules in ${seconds} s, ${total(({ invoices }) => invoices)} invoices in Xero, ${total(({ checks }) => checks)} checks`,
    `faults met: ${tally(results.flatMap(({ met }) => met))}`,
    `processes ended: ${tally(results.flatMap(({ deaths }) => deaths))}`,
    `of these by SIGKILL: ${killed.flatMap(({ deaths }) => deaths).length} in ${killed.filter(({ deaths }) => deaths.length > 0).length} schedules`,
    `times that something was unknown: ${total(({ unknown }) => unknown)}, longer than Xero remembers a key: ${total(({ forgottenKeys }) => forgottenKeys)}`,
    `set back: ${tally(results.flatMap(({ setback }) => setback ?? []))}, whose invoices were taken up: ${total(({ takenUp }) => takenUp)}`,
    `invoices taken back: ${total(({ takenBack }) => takenBack)}, in ${results.filter(({ takenBack }) => takenBack > 0).length} schedules`,
    `schedules with a finding: ${findLeaks(results).length}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function tally(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
