import type { Services } from '../../context.server.ts';
import { parseFields, type PostedForm } from '../../http/form/form.server.ts';
import { EditConflict, MADE_FROM, VERSION } from '../../http/form/made-from.server.ts';
import { ProductError } from '../../lib/errors.ts';
import type { FormTexts } from '../../lib/merge.ts';
import { logFormValues, saveEditedLog } from '../../work-logs/form/log-form.server.ts';
import { WorkLogFormSchema, type WorkLogInput } from '../../work-logs/work-logs.ts';
import { getOpenWorkLog } from '../../work-logs/work-logs.server.ts';
import { OPEN_LINE } from './field-names.ts';

type LineServices = Pick<Services, 'db' | 'clock' | 'config'>;

/** A line that is open for editing in the preview: its log's fields, as text. */
export type OpenLine = {
  logId: number;
  isHardware: boolean;
  madeFrom: { version: string; values: string };
  values: Record<string, string>;
  errors: Record<string, string[]>;
  formErrors: string[];
};

/** The fields of a log for its line. Throws 404, and 409 when it is, or is being, invoiced. */
export function openLine({ db, config }: LineServices, logId: number): OpenLine {
  const log = getOpenWorkLog({ db }, logId);
  const values = logFormValues(log, config.timeZone);
  return {
    logId,
    isHardware: log.isHardware,
    madeFrom: { version: String(log.version), values: JSON.stringify(values) },
    values: flat(values),
    errors: {},
    formErrors: [],
  };
}

/** The line that a posted preview had open, as it was sent; null when there was none. */
export function sentLine(form: FormData): OpenLine | null {
  const id = textIn(form, OPEN_LINE);
  if (!/^\d{1,15}$/.test(id)) return null;
  const names = [...form.keys()].filter((name) => OWN_FIELD.test(name));
  const values = Object.fromEntries(names.map((name) => [name, textIn(form, name)]));
  return {
    logId: Number(id),
    isHardware: names.some((name) => name.startsWith('hardwareItems')),
    madeFrom: { version: textIn(form, VERSION), values: textIn(form, MADE_FROM) },
    values: { ...values, billable: form.has('billable') ? 'on' : 'off' },
    errors: {},
    formErrors: [],
  };
}

/** Whether somebody typed in a line that is open. */
export function isTypedIn({ values, madeFrom }: OpenLine): boolean {
  const before = flat(readTexts(madeFrom.values));
  return Object.entries(values).some(([name, text]) => plain(before[name] ?? '') !== plain(text));
}

const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim();

/**
 * Saves an open line as Edit Log does. Gives null, or the line with what is wrong; then nothing was
 * saved.
 */
export function saveLine(
  services: LineServices,
  request: Request,
  line: OpenLine,
): OpenLine | null {
  const form = toLogForm(request, line);
  const { submission } = form;
  if (submission.status !== 'success') {
    const errors = submission.status === 'error' ? (submission.error ?? {}) : {};
    const named = Object.entries(errors).map(([name, texts]) => [name, texts ?? []] as const);
    return withErrors(line, named);
  }
  try {
    saveEditedLog(services, line.logId, form, submission.value);
    return null;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const named = error.issues.map(({ path, message }) => [toName(path), [message]] as const);
    const refused = withErrors(line, named);
    if (!(error instanceof EditConflict)) {
      return { ...refused, formErrors: named.length > 0 ? [] : [error.message] };
    }
    const { [VERSION]: version, [MADE_FROM]: values, ...shown } = error.values;
    const others = Object.entries(shown).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return {
      ...refused,
      formErrors: [error.message],
      madeFrom: { version: String(version), values: String(values) },
      values: { ...line.values, ...Object.fromEntries(others) },
    };
  }
}

/** The line as the form of Edit Log would send it; what the line does not show stays as it was. */
function toLogForm(request: Request, line: OpenLine): PostedForm<WorkLogInput> {
  const form = new FormData();
  for (const [name, text] of Object.entries(flat(readTexts(line.madeFrom.values)))) {
    form.set(name, text);
  }
  for (const [name, text] of Object.entries(line.values)) form.set(name, text);
  form.set(VERSION, line.madeFrom.version);
  form.set(MADE_FROM, line.madeFrom.values);
  return parseFields(request, form, WorkLogFormSchema);
}

function withErrors(line: OpenLine, named: (readonly [string, readonly string[]])[]): OpenLine {
  const isShown = ([name]: readonly [string, readonly string[]]) => name in line.values;
  return {
    ...line,
    errors: Object.fromEntries(named.filter(isShown).map(([name, texts]) => [name, [...texts]])),
    formErrors: named.filter((one) => !isShown(one)).flatMap(([, texts]) => texts),
  };
}

const OWN_FIELD = /^(description|duration|hourlyRate|billable|hardwareItems\[\d{1,3}\]\.\w+)$/;

/** `hardwareItems.0.taxCode` → `hardwareItems[0].taxCode` */
const toName = (path: string) => path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');

/** A log's texts by the names of the fields that show them. */
function flat(values: FormTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[name, value] as const]
        : value.flatMap((row, index) =>
            Object.entries(row).map(
              ([field, text]) => [`${name}[${index}].${field}`, text] as const,
            ),
          ),
    ),
  );
}

/** The log's texts as the form carried them; none when they cannot be read, and then nothing is saved. */
function readTexts(text: string): FormTexts {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as FormTexts) : {};
  } catch {
    return {};
  }
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
