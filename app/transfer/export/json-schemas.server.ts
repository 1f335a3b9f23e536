import { z } from 'zod';
import * as answers from '../../records/answers.server.ts';
import { toClientView } from '../../clients/clients.server.ts';
import { toEntryView } from '../../history/history.ts';
import { toOneInvoiceView } from '../../invoices/one/explained-invoice.server.ts';
import { toJobView } from '../../jobs/jobs.ts';
import { toPendingView } from '../../pending-work-logs/pending-work-logs.ts';
import { toWorkLogView } from '../../work-logs/work-logs.ts';
import { toWorkTypeView } from '../../work-types/work-types.ts';
import { RECORDS, type Pages, type Read, type RecordServices } from './files.server.ts';

const file = <Record>(
  record: z.ZodType,
  read: Read<Record>,
  toView: (record: Record) => unknown,
) => ({
  record,
  parts: (services: RecordServices) => arrayOf(read(services, new URLSearchParams()), toView),
});

type JsonFile = ReturnType<typeof file>;

const LABELLED = answers.PendingWorkLog.extend({ labels: z.array(z.string()) });

/** The JSON files, by kind: their records are those of the API. */
export const JSON_FILES: Record<string, JsonFile> = {
  'work-logs': file(answers.WorkLog, RECORDS['work-logs'], toWorkLogView),
  clients: file(answers.Client, RECORDS.clients, toClientView),
  jobs: file(answers.Job, RECORDS.jobs, toJobView),
  'work-types': file(answers.KeptWorkType, RECORDS['work-types'], (type) => ({
    ...toWorkTypeView(type),
    isActive: type.isActive,
  })),
  'pending-work-logs': file(LABELLED, RECORDS['pending-work-logs'], (entry) => ({
    ...toPendingView(entry),
    labels: entry.labels,
  })),
  invoices: file(answers.Invoice, RECORDS.invoices, toOneInvoiceView),
  history: file(answers.HistoryEntry, RECORDS.history, toEntryView),
};

function* arrayOf<Record>(
  pages: Pages<Record>,
  toView: (record: Record) => unknown,
): Generator<string, void> {
  let isFirst = true;
  for (const page of pages) {
    if (page.length === 0) continue;
    const records = page.map((record) => JSON.stringify(toView(record)));
    yield `${isFirst ? '[' : ','}\n${records.join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** The JSON Schema of a file. */
export function schemaOf(kind: string, { record }: JsonFile): string {
  const schema = z.toJSONSchema(z.array(record), { target: 'draft-2020-12' });
  return `${JSON.stringify({ title: kind, ...schema }, null, 2)}\n`;
}
