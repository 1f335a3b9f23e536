/** Why a whole file cannot be read, as a sentence for people. */
export class FileRefusal extends Error {}
