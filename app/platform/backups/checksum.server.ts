import { openSync, closeSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * Where SQLite keeps a number that is the application's own ("user version"). The checksum of a
 * backup stands there, so that the backup is one file and still a plain database.
 */
const PLACE = 60;
const CHUNK = 1 << 20;

/**
 * The checksum of a whole file except for its own place; never 0. Only for a file that no SQLite
 * connection of this process has open: closing it here would drop that connection's locks.
 */
function checksumOf(descriptor: number): number {
  const chunk = Buffer.alloc(CHUNK);
  let sum = 0;
  for (let position = 0; ;) {
    const length = readSync(descriptor, chunk, 0, CHUNK, position);
    if (length === 0) return sum === 0 ? 1 : sum;
    if (position === 0) chunk.writeUInt32BE(0, PLACE);
    sum = crc32(chunk.subarray(0, length), sum);
    position += length;
  }
}

/** Writes the checksum into a database file that nobody has open. */
export function writeChecksum(file: string): void {
  withFile(file, 'r+', (descriptor) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(checksumOf(descriptor));
    writeSync(descriptor, sum, 0, 4, PLACE);
  });
}

/** Whether every byte of a file is as it was when its checksum was written. */
export function hasItsChecksum(file: string): boolean {
  return withFile(file, 'r', (descriptor) => {
    const written = Buffer.alloc(4);
    readSync(descriptor, written, 0, 4, PLACE);
    return written.readUInt32BE() === checksumOf(descriptor);
  });
}

function withFile<Result>(
  file: string,
  flags: 'r' | 'r+',
  use: (descriptor: number) => Result,
): Result {
  const descriptor = openSync(file, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
