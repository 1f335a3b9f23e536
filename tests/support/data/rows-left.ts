import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { recordSnapshot } from './record-snapshot.ts';
import type { TestServer } from '../server/test-server.ts';

/** What a test left in the database: the text of each record. */
export type RowsLeft = { test: string; file: string; rows: Record<string, string> };

/** Where they are put while `npm run prove -- matrix` runs; nothing is noted otherwise. */
const FOLDER = process.env.MATRIX;

const DAYS = 3 * 86_400_000;

/**
 * Notes what a test leaves in the database, so that a journey's rows can be compared between browsers. What chance
 * and the present moment decide is left out.
 */
export function noteRows({ services }: TestServer): void {
  if (FOLDER === undefined) return;
  const { currentTestName = '', testPath = '' } = expect.getState();
  const rows = [...recordSnapshot(services.db)].map(([record, text]) => [
    record,
    withoutChance(text),
  ]);
  const left: RowsLeft = {
    test: currentTestName,
    file: testPath,
    rows: Object.fromEntries(rows) as Record<string, string>,
  };
  appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${JSON.stringify(left)}\n`);
}

function withoutChance(text: string): string {
  return text
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/"v2\.[^"]*"/g, '<sealed>')
    .replace(/\b(TH-\d{4}-\d\d)-[A-Z\d]{12}\b/g, '$1')
    .replace(/\b\d{13}\b/g, (digits) => (isNow(Number(digits)) ? '<now>' : digits))
    .replace(/\b\d{10}\b/g, (digits) => (isNow(Number(digits) * 1_000) ? '<now>' : digits));
}

const isNow = (milliseconds: number) => Math.abs(milliseconds - Date.now()) < DAYS;
