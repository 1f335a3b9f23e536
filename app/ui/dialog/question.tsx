import { useLoaderData } from '@remix-run/react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What a page asks before its button does something. */
export type Question = {
  title: string;
  text: string;
  /** Where Cancel leads. */
  backTo: string;
  /** Null where there is nothing to confirm any more, as the text then says. */
  confirmLabel: string | null;
  /** The version of the record in the question, where the question shows what may change meanwhile. */
  version?: number | undefined;
};

/** The screen of a route whose loader gives a question and a one-time key (`ask`, `askAbout`). */
export function QuestionScreen() {
  const { text, ...question } = useLoaderData<Question & { oneTimeKey: string }>();
  return <ConfirmDialog {...question}>{text}</ConfirmDialog>;
}
