import type { TodoistAccount } from './todoist-data.ts';

/** How many completions the page shows, newest first. */
const SHOWN = 50;

/** The stand-in's own page: says that it is a stand-in, the token to connect with, and what was completed. */
export function todoistPage(account: TodoistAccount, token: string): string {
  const projects = new Map(account.projects.map(({ id, name }) => [id, name]));
  const tasks = new Map(account.tasks.map((task) => [task.id, task]));
  const rows = account.completions
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, SHOWN)
    .map(({ taskId, at }) => {
      const task = tasks.get(taskId);
      const length = task?.duration ? `${task.duration.amount} ${task.duration.unit}` : '';
      return row([
        at.toISOString().slice(0, 16).replace('T', ' '),
        task?.content ?? 'A deleted task',
        projects.get(task?.projectId ?? '') ?? '',
        (task?.labels ?? []).join(', '),
        length,
        task?.repeats ?? '',
      ]);
    });
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stand-in for Todoist</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; width: min(60rem, 100% - 2rem); margin: 2rem auto; }
  code { padding: .2rem .4rem; border: 1px solid; border-radius: 4px; overflow-wrap: anywhere; }
  .wide { overflow-x: auto; }
  td, th { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top; }
</style>
<main>
<h1>Stand-in for Todoist</h1>
<p>This page stands in for Todoist, for demonstration and tests. It speaks a part of its API
and knows nothing of any real account.</p>
<p>API token: <code>${escapeHtml(token)}</code></p>
<h2>Latest completed tasks</h2>
<div class="wide"><table>
<thead><tr><th>Completed (UTC)</th><th>Task</th><th>Project</th><th>Labels</th><th>Duration</th>
<th>Repeats</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>
<p>${account.completions.length} completions in all.</p>
</main>
</html>
`;
}

function row(cells: string[]): string {
  return `<tr>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
