/** Said of settings that do not go with the provider; its person can do nothing else about them. */
export const NOT_SET_UP =
  'The sign-in service is not set up right here. Tell whoever runs this service; its log says what to change.';

/** Why nobody can sign in until the operator changes something. */
export class SignInProblem extends Error {
  /** What the operator can change; for the log. */
  readonly help: string;
  /** What the person is told. */
  readonly sentence: string;

  constructor(
    message: string,
    { help, sentence = NOT_SET_UP }: { help: string; sentence?: string },
  ) {
    super(message);
    this.name = 'SignInProblem';
    this.help = help;
    this.sentence = sentence;
  }
}
