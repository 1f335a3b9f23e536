/** Where the header of a 64-bit ELF file, and one of a segment, hold what is needed here. */
const HEADER = { segments: 0x20, sections: 0x28, segmentSize: 0x36, segmentCount: 0x38 };
const SEGMENT = { offset: 0x08, length: 0x20 };
const SECTION_FIELDS = { size: 0x3a, count: 0x3c, names: 0x3e };

/**
 * A program without what running it does not need: names for debuggers, which lie behind all that is
 * loaded. What is no 64-bit ELF file, as Linux runs, comes back as it is.
 */
export function stripElf(program: Buffer): Buffer {
  if (!isElf64(program)) return program;
  const segments = Number(program.readBigUInt64LE(HEADER.segments));
  const size = program.readUInt16LE(HEADER.segmentSize);
  const count = program.readUInt16LE(HEADER.segmentCount);
  const ends = Array.from({ length: count }, (_, index) => {
    const segment = segments + index * size;
    const offset = program.readBigUInt64LE(segment + SEGMENT.offset);
    return Number(offset + program.readBigUInt64LE(segment + SEGMENT.length));
  });
  const stripped = Buffer.from(program.subarray(0, Math.max(segments + count * size, ...ends)));
  // The table of sections is gone, so the header must not point to it.
  stripped.writeBigUInt64LE(0n, HEADER.sections);
  for (const field of Object.values(SECTION_FIELDS)) stripped.writeUInt16LE(0, field);
  return stripped;
}

function isElf64(program: Buffer): boolean {
  const [ELF_64, LITTLE_ENDIAN] = [2, 1];
  return (
    program.subarray(0, 4).toString('latin1') === '\x7fELF' &&
    program[4] === ELF_64 &&
    program[5] === LITTLE_ENDIAN
  );
}
