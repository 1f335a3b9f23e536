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
