import { write } from '#db/connection.server.ts';
import type { WorkType } from '#db/schema.ts';
import type { PostedForm } from '../http/form/form.server.ts';
import { mergeEdit, only } from '../http/form/made-from.server.ts';
import { toWorkTypeView, type WorkTypeInput } from './work-types.ts';
import { getWorkType, updateWorkType, type WorkTypeServices } from './work-types.server.ts';

/** The texts in the edit form's fields. */
export function typeFormValues(workType: WorkType) {
  const { name, hourlyRate, description, isHardware } = toWorkTypeView(workType);
  return {
    name,
    hourlyRate,
    description: description ?? '',
    isHardware: isHardware ? 'on' : 'off',
  };
}

/**
 * Saves the Edit Work Type form. Fields that were changed elsewhere since the form was loaded keep
 * those changes. Throws what `updateWorkType` throws, and `EditConflict` when the form changes such
 * a field too.
 */
export function saveEditedType(
  services: WorkTypeServices,
  id: number,
  form: PostedForm<unknown>,
  input: WorkTypeInput,
): WorkType {
  return write(services.db, () => {
    const workType = getWorkType(services, id);
    const { changed } = mergeEdit(form, {
      version: workType.version,
      values: typeFormValues(workType),
      say: (name, text) => {
        if (name === 'isHardware') return text === 'on' ? 'hardware' : 'not hardware';
        return name === 'hourlyRate' ? `£${text}` : text;
      },
    });
    return updateWorkType(services, id, only(input, changed));
  });
}
