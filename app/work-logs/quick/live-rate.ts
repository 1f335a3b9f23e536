import type { FormEvent } from 'react';
import type { WorkLogOptions } from '../form/form-options.server.ts';
import { rateTextsIn, textIn, useLiveText } from '../form/live-form.ts';
import { keepOneRate } from '../rates/rate-select.tsx';
import { chosenIn, shownRate, usualRate, type RateTexts } from '../rates/read-back.ts';

type Field = Parameters<typeof textIn>[1];
type Fields = Record<keyof RateTexts, Field> & {
  hardwareItems: { getFieldList: () => { key?: string; name: string }[] };
};

/** What the form of a new log says while somebody types: its texts, and the rate that they come to. */
export function useLiveRate(formId: string, options: WorkLogOptions, fields: Fields) {
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText(formId, rows.join());
  const texts = rateTextsIn(live.text, fields);
  return {
    text: live.text,
    textOf: (field: Field) => textIn(live.text, field),
    charged: shownRate(options, texts),
    usual: usualRate(options, texts),
    client: chosenIn(options, texts).client,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      keepOneRate(event);
      live.onInput(event);
    },
  };
}
