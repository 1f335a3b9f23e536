import { useActionData, useLoaderData } from '@remix-run/react';
import { send, show } from '../../auth/press.server.ts';
import type { FormReply } from '../../http/form/form.server.ts';
import { pageTitle } from '../../lib/product.ts';
import { RouteDialog, DialogActions } from '../../ui/dialog/route-dialog.tsx';
import { newOneTimeKey } from '../../http/once/one-time-keys.server.ts';
import { UsualWork } from '../again/repeat-form.tsx';
import { listAgain } from '../again/repeat.server.ts';
import { workLogsAddress } from '../list/address.ts';
import { logsWork, type LoggedAndSaid } from '../logged.server.ts';
import { loadQuickEntry, QuickLogInput } from './quick-entry.server.ts';
import { useForm } from '@conform-to/react';
import { Button } from '../../ui/button.tsx';
import { DurationField, TextAreaField } from '../../ui/more-fields.tsx';
import type { WorkLogOptions } from '../form/log-form.server.ts';
import { NEW_ITEM } from '../hardware/item-prices.ts';
import { HardwareFields } from '../hardware/hardware-fields.tsx';
import { handleIntents, type WorkLogFormValues } from '../form/live-form.ts';
import {
  ClientPicker,
  JobPicker,
  LogFormFrame,
  NewLinks,
  WorkTypePicker,
} from '../form/pickers.tsx';
import { RateField, useLiveRate } from '../rates/rate-field.tsx';
import { readBack, readHourFields } from '../rates/rates.ts';

export const meta = pageTitle('Quick Work Log');

const backFrom = (request: Request) => workLogsAddress(new URL(request.url).search);

export const loader = show(({ request, context }) => {
  const again = { usual: listAgain(context), oneTimeKey: newOneTimeKey() };
  return { ...loadQuickEntry(context), again, backTo: backFrom(request) };
});

export const action = send({ schema: QuickLogInput }, ({ request, context }) => ({
  ...logsWork(context),
  goTo: backFrom(request),
  success: ({ toast }: LoggedAndSaid) => toast,
  failure: 'Failed to log work',
  toastFor: ({ message, issues }, typed) => ({
    title: 'Validation Error',
    text: issues.some(({ path }) => isLeftEmpty(typed[path]))
      ? 'Please fill in all required fields'
      : message,
    variant: 'destructive',
  }),
}));

function isLeftEmpty(value: unknown): boolean {
  return value === undefined || value === '' || Number(value) === 0;
}

export default function QuickLog() {
  const { options, oneTimeKey, again, backTo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RouteDialog title="Quick Work Log" backTo={backTo}>
      {again.usual.length > 0 ? (
        <section aria-label="Again" className="mb-4 border-b border-line pb-4">
          <UsualWork id="usual-work" {...again} back={backTo} />
        </section>
      ) : null}
      <QuickLogForm options={options} oneTimeKey={oneTimeKey} reply={reply} />
    </RouteDialog>
  );
}

type FormProps = { options: WorkLogOptions; oneTimeKey: string; reply: FormReply | undefined };

function QuickLogForm({ options, oneTimeKey, reply }: FormProps) {
  const [form, fields] = useForm<WorkLogFormValues>({
    id: 'quick-log',
    lastResult: reply?.result,
    defaultValue: { hardwareItems: [NEW_ITEM] },
    onValidate: handleIntents,
  });
  const live = useLiveRate('quick-log', options, fields, fields.hourlyRate);
  const time = readHourFields([live.textOf(fields.duration)]);
  return (
    <LogFormFrame form={form} oneTimeKey={oneTimeKey} canSave onInput={live.onInput}>
      <NewLinks options={options} />
      <ClientPicker field={fields.clientId} options={options} autoFocus />
      <WorkTypePicker field={fields.workTypeId} options={options} />
      <div className="time-field">
        <DurationField
          field={fields.duration}
          label="Duration (hours)"
          isRequired
          hint={<span aria-live="polite">{readBack(time, live.charged)}</span>}
        />
      </div>
      <HardwareFields form={form} fields={fields} live={live.text} options={options} />
      <TextAreaField field={fields.description} label="Description" />
      <RateField {...live.rate} />
      <JobPicker field={fields.jobId} options={options} live={live.text} />
      <DialogActions>
        <Button>Log Work</Button>
      </DialogActions>
    </LogFormFrame>
  );
}
