import { pathsOf } from '../lib/route-paths.ts';
import { FACTS, type Facts } from '../route-facts.ts';

const KNOWN = Object.entries(FACTS).map(([pattern, facts]) => ({ paths: pathsOf(pattern), facts }));

/** What is to be known of the address at a path. */
export const factsAt = (path: string): Facts =>
  KNOWN.find(({ paths }) => paths.test(path))?.facts ?? {};
