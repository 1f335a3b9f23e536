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
