import { askAbout, pressOn } from '../auth/press.server.ts';
import { requireAsShown } from '../http/form/made-from.server.ts';
import { pageTitle } from '../lib/product.ts';
import { clientPageOf, deleteJob, findJob, getJob, isJobUsed, JOB_IS_USED } from './jobs.server.ts';

export { QuestionScreen as default } from '../ui/dialog/question.tsx';

export const meta = pageTitle('Delete Job');

export const loader = askAbout('job', ({ context, id }) => {
  const job = getJob(context, id);
  const isUsed = isJobUsed(context, id);
  return {
    title: 'Delete job?',
    text: isUsed
      ? JOB_IS_USED
      : `Are you sure you want to delete "${job.name}"? This action cannot be undone.`,
    backTo: clientPageOf(job),
    confirmLabel: isUsed ? null : 'Delete',
    version: job.version,
  };
});

export const action = pressOn('job', ({ context, form, id }) => ({
  run: () => {
    requireAsShown(form, getJob(context, id));
    deleteJob(context, id);
  },
  goTo: clientPageOf(findJob(context, id)),
  success: 'Job deleted successfully',
  failure: 'Failed to delete job',
}));
