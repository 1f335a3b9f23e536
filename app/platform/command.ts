/** How a command of the operator's is called. */
export type CommandCall = {
  /** What stands after the command's name. */
  words: string[];
  environment: Record<string, string | undefined>;
  /** The program's folder, with the migrations. */
  root: string;
  print: (text: string) => void;
};

/** Runs a command; gives its exit code, 0 only when all went well. Errors go to standard error. */
export type Command = (call: CommandCall) => number | Promise<number>;

/**
 * How an operator calls a command here, for what people read: as the container or the unit says in TALLYHOUR, which the
 * program `tallyhour` sets to itself; or else by npm, from the source.
 */
export function asCalled(name: string, words = ''): string {
  const { TALLYHOUR, npm_lifecycle_event: byNpm } = process.env;
  if (!TALLYHOUR || byNpm !== undefined) return `npm run ${name}${words && ` -- ${words}`}`;
  // The server must not run then, so there is no container to run it in.
  const isAlone = name === 'restore';
  const program = isAlone
    ? TALLYHOUR.replace(/compose exec (\S+) tallyhour$/, 'compose run --rm $1')
    : TALLYHOUR;
  return `${program} ${name}${words && ` ${words}`}`;
}

/**
 * Throws StartRefusal where more words stand after a command's name than it takes, or one that looks like an option,
 * such as `--help`: whoever wrote it meant something else.
 */
export function checkWords({ words }: Pick<CommandCall, 'words'>, most: number, usage: string) {
  const option = words.find((word) => word.startsWith('-'));
  const surplus = option ?? words[most];
  if (surplus === undefined) return;
  throw new StartRefusal(
    `“${surplus}” is ${option === undefined ? 'a word too many' : 'no option'}, so nothing was done. Usage: ${usage}`,
  );
}

/**
 * A reason why the product does not start, for which nothing in the program is to blame. Its
 * message is for the operator: what is wrong, and what to do.
 */
export class StartRefusal extends Error {}
