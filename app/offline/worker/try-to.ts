/** Waits for what a full or broken storage may refuse: the product goes on without a copy. */
export async function tryTo(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
