import { z } from 'zod';
import { expect, vi } from 'vitest';
import type { Answer, Visitor } from '../server/visitor.ts';

const Import = z.object({
  id: z.int(),
  status: z.enum(['running', 'done', 'failed', 'undone']),
  new: z.int(),
  known: z.int(),
  changed: z.int().optional(),
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
  message: z.string().nullable(),
});

/** An import as the API has it. */
export type ImportView = z.output<typeof Import>;

/** The header and the lines of a file of ours. */
export const OUR_HEADER =
  'date,client,work_type,minutes,description,billable,hourly_rate,invoiced,invoice_number';

/** Lines as a file of ours. */
export function ourFile(...lines: string[]): string {
  return `${[OUR_HEADER, ...lines].join('\r\n')}\r\n`;
}

/** Sends a file to the API. */
export function sendFile(
  visitor: Visitor,
  body: BodyInit,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return visitor.send(`/api/imports${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', ...headers },
    body,
  });
}

/** Waits until an import has ended. */
export async function endOf(visitor: Visitor, id: number): Promise<ImportView> {
  return vi.waitFor(
    async () => {
      const view = Import.parse((await visitor.get(`/api/imports/${id}`)).json());
      expect(view.status).not.toBe('running');
      return view;
    },
    { timeout: 120_000, interval: 20 },
  );
}

/** Imports a file through the API, and waits for its end. */
export async function importFile(
  visitor: Visitor,
  body: BodyInit,
  query = '',
): Promise<ImportView> {
  const answer = await sendFile(visitor, body, { query });
  expect(answer.status, answer.text).toBe(202);
  return endOf(visitor, z.object({ id: z.int() }).parse(answer.json()).id);
}
