import { readFileSync } from 'node:fs';
import { KIND_OF, type Kind } from './shim.ts';

/** One call, as disk.c wrote it down. */
export type Call = {
  kind: Kind;
  /** Of the file or folder; 0 where paths name it. */
  inode: number;
  /** Of a write where it begins; of a truncation the new length. */
  offset: number;
  /** What was written or said; a path. */
  bytes: Buffer;
  /** Of a rename the new path. */
  to: string;
};

const HEAD = 32;
const MAGIC = 0x52574f50;

/** Reads a journal. Throws when it is cut or has something else in it. */
export function readJournal(file: string): Call[] {
  const text = readFileSync(file);
  const calls: Call[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.readUInt32LE(at) !== MAGIC) throw new Error(`The journal is broken at byte ${at}.`);
    const kind = KIND_OF.get(text.readUInt32LE(at + 4));
    if (kind === undefined) throw new Error(`The journal has an unknown call at byte ${at}.`);
    const first = text.readUInt32LE(at + 24);
    const second = text.readUInt32LE(at + 28);
    const begin = at + HEAD;
    const end = begin + first + second;
    if (end > text.length) throw new Error('The journal is cut.');
    calls.push({
      kind,
      inode: Number(text.readBigUInt64LE(at + 8)),
      offset: Number(text.readBigInt64LE(at + 16)),
      bytes: text.subarray(begin, begin + first),
      to: text.toString('utf8', begin + first, end),
    });
    at = end;
  }
  return calls;
}

/** What a program said over HTTP: an answer by the id of its request, or a call to another service. */
export type Said =
  | { kind: 'answer'; requestId: string }
  | { kind: 'call'; method: string; path: string; head: string };

/** What is said in a call of the kind `say`; null for an answer of no request of ours. */
export function readSaid({ bytes }: Call): Said | null {
  const text = bytes.toString('latin1');
  if (text.startsWith('HTTP/')) {
    const requestId = /\r\nX-Request-Id: ([\w-]+)\r\n/i.exec(text)?.[1];
    return requestId === undefined ? null : { kind: 'answer', requestId };
  }
  const [, method, path] = /^(\w+) (\S+) HTTP/.exec(text) ?? [];
  if (method === undefined || path === undefined) return null;
  return { kind: 'call', method, path, head: text };
}
