/**
 * A reason why the product does not start, for which nothing in the program is to blame. Its
 * message is for the operator: what is wrong, and what to do.
 */
export class StartRefusal extends Error {}
