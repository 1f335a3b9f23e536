import { z } from 'zod';
import { toClientView } from '../../clients/clients.server.ts';
import { NO_INVOICE_FILTERS } from '../../invoices/list/invoice-filters.ts';
import { toEntryView } from '../../history/history.ts';
import { toOneInvoiceView } from '../../invoices/one/invoice-view.ts';
import { toPendingView } from '../../pending-work-logs/pending-work-logs.ts';
import { toWorkLogView } from '../../work-logs/work-logs.ts';
import { NO_FILTERS } from '../../work-logs/list/filters.ts';
import { toWorkTypeView } from '../../work-types/work-types.ts';
import {
  clientPages,
  historyPages,
  invoicePages,
  pendingPages,
  workLogPages,
  workTypePages,
  type Pages,
  type RecordServices,
} from './records.server.ts';
import { RECORDS } from './json-schemas.server.ts';

/** A JSON file of the archive: its records, as the API gives them, and what each is. */
export type JsonFile = {
  record: z.ZodType;
  /** The file as text, page by page: one array, a record a line. */
  parts: (services: RecordServices) => Generator<string, void>;
};

const file = <Record>(
  record: z.ZodType,
  pages: (services: RecordServices) => Pages<Record>,
  toView: (record: Record) => unknown,
): JsonFile => ({ record, parts: (services) => arrayOf(pages(services), toView) });

const ALL_TASKS = { status: null, clientId: null, startDate: null, endDate: null };
const ALL_HISTORY = { record: null, kind: null, person: null, from: null, to: null };

/** The JSON files, by kind. */
export const JSON_FILES: Record<string, JsonFile> = {
  'work-logs': file(RECORDS.workLog, (at) => workLogPages(at, NO_FILTERS), toWorkLogView),
  clients: file(RECORDS.client, clientPages, toClientView),
  'work-types': file(RECORDS.workType, workTypePages, (type) => ({
    ...toWorkTypeView(type),
    isActive: type.isActive,
  })),
  'pending-work-logs': file(
    RECORDS.pendingWorkLog,
    (at) => pendingPages(at, ALL_TASKS),
    (entry) => ({ ...toPendingView(entry), labels: entry.labels }),
  ),
  invoices: file(RECORDS.invoice, (at) => invoicePages(at, NO_INVOICE_FILTERS), toOneInvoiceView),
  history: file(RECORDS.historyEntry, (at) => historyPages(at, ALL_HISTORY), toEntryView),
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
