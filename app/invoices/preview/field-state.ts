import type { FieldState } from '../../ui/field.tsx';

/** A field whose name is unique on its page, for our form components. */
export function fieldState(field: {
  name: string;
  value: string;
  error?: string | null;
  errors?: string[];
}): FieldState {
  const { name, value, error = null } = field;
  const errors = field.errors ?? (error === null ? undefined : [error]);
  const id = name.replace(/[^\w-]/g, '-');
  return {
    id,
    name,
    initialValue: value,
    errors,
    errorId: `${id}-error`,
    descriptionId: `${id}-hint`,
  };
}
