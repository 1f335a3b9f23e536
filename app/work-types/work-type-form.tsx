import { useForm } from '@conform-to/react';
import { useCallback, useState } from 'react';
import type { RecordFormProps } from '../history/edit-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { CheckboxField, PoundsField, TextAreaField } from '../ui/more-fields.tsx';
import { PostForm } from '../ui/form.tsx';
import { useIsHydrated } from '../ui/scripts/hydration.ts';
import { DeleteLink, DialogActions } from '../ui/dialog/route-dialog.tsx';
import type { typeFormValues } from './work-types.server.ts';

type WorkTypeFormValues = ReturnType<typeof typeFormValues>;

/** The fields of a work type, for Add Work Type and Edit Work Type. */
export function WorkTypeForm(props: RecordFormProps<WorkTypeFormValues>) {
  const { values, reply, submitLabel, deletePath, ...ofForm } = props;
  const [form, fields] = useForm<Partial<WorkTypeFormValues>>({
    id: 'work-type',
    lastResult: reply?.result,
    defaultValue: values,
  });
  const [name, setName] = useState(fields.name.initialValue ?? '');
  const readName = useCallback((element: HTMLFormElement) => {
    const typed = new FormData(element).get('name');
    if (typeof typed === 'string') setName(typed);
  }, []);
  const isHydrated = useIsHydrated();
  return (
    <PostForm form={form} {...ofForm} className="grid gap-4" onStart={readName}>
      <TextField
        field={fields.name}
        label="Name"
        isRequired
        autoFocus
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      <PoundsField
        field={fields.hourlyRate}
        label="Hourly Rate (£)"
        type="number"
        step="0.01"
        min="0"
      />
      <TextAreaField field={fields.description} label="Description" />
      <CheckboxField
        field={fields.isHardware}
        label="Hardware"
        hint="Logged as items with prices and VAT instead of hours."
      />
      <div className="items-name">
        <TextField
          field={fields.itemsName}
          label="Items are called"
          hint="Where they are no hardware, for example Expenses, Mileage or Fixed price."
        />
      </div>
      <DialogActions>
        <Button disabled={isHydrated && name.trim() === ''}>{submitLabel}</Button>
        {deletePath ? <DeleteLink to={deletePath} /> : null}
      </DialogActions>
    </PostForm>
  );
}
