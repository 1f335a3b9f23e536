import { write } from '#db/connection.server.ts';
import type { WorkType } from '#db/schema.ts';
import type { PostedForm } from '../http/form.server.ts';
import { mergeEdit, only } from '../http/made-from.server.ts';
import { toWorkTypeView, type WorkTypeInput } from './work-types.ts';
import { getWorkType, updateWorkType, type WorkTypeServices } from './work-types.server.ts';

/** A work type as the fields of its form show it. */
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
 * Saves the Edit Work Type form: what was changed elsewhere since it was made stays, unless the
 * form changes the same. Throws what `updateWorkType` throws, and `EditConflict`.
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
