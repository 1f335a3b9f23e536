import type { AppLoadContext } from '@remix-run/node';
import { isTextBrowser } from '../ui/text-browser.ts';

const SEEN = 12;

/**
 * The rows that a document needs: behind a dialog those that are seen, or else all. A screen that lacks
 * some loads itself once the dialog is closed (`useWholeList`); a browser that shows text only can read on
 * below the dialog, and has all.
 */
export function seenRows<Row>(
  context: Pick<AppLoadContext, 'isDataRequest'>,
  request: Request,
  { rows, isBehind, most = SEEN }: { rows: Row[]; isBehind: boolean; most?: number },
): { rows: Row[]; isBrief: boolean } {
  const hasAll =
    !isBehind ||
    rows.length <= most ||
    context.isDataRequest ||
    isTextBrowser(request.headers.get('User-Agent'));
  return hasAll ? { rows, isBrief: false } : { rows: rows.slice(0, most), isBrief: true };
}
