import { storableLine } from '../../lib/text.ts';
import { Project, type Task } from './completed-task.ts';
import { parseRows, readPages, type Get } from './requests.server.ts';
import { hasStatus, TodoistError } from './todoist-error.ts';

/** The name of a task's section; null without one, and where Todoist does not tell. */
export type SectionOf = (
  task: Pick<Task, 'project_id' | 'section_id'> | null,
) => Promise<string | null>;

const PAGE_SIZE = '200';
const UNREAD =
  'Todoist’s sections could not be read, so no job is suggested by the section of a task.';

/**
 * Reads the sections of a project when the first task in one of them comes, and once. A failure ends no import: after a
 * refusal that project's tasks have none, after any other no further project is asked about, and a note says so.
 */
export function createSectionFinder(get: Get, onNote: (note: string) => void): SectionOf {
  const known = new Map<string, Promise<Map<string, string>>>();
  let isBroken = false;
  const read = async (project: string) => {
    const names = new Map<string, string>();
    try {
      const query = { project_id: project, limit: PAGE_SIZE };
      for await (const rows of isBroken ? [] : readPages(get, '/sections', query)) {
        for (const { id, name } of parseRows(rows, Project).parsed) names.set(id, name);
      }
    } catch (error) {
      if (!(error instanceof TodoistError)) throw error;
      if (!hasStatus(error, 400, 403, 404, 410)) {
        isBroken = true;
        onNote(UNREAD);
      }
    }
    return names;
  };
  return async (task) => {
    if (!task?.project_id || !task.section_id) return null;
    const names = known.get(task.project_id) ?? read(task.project_id);
    known.set(task.project_id, names);
    return storableLine((await names).get(task.section_id)) || null;
  };
}
