import { Alert } from '../../../ui/alert.tsx';

/** What should be known of a file before it is imported, a sentence each. */
export function Remarks({ remarks }: { remarks: string[] }) {
  return remarks.map((remark) => <Alert key={remark}>{remark}</Alert>);
}
