/** Resolves to null after so many milliseconds; the timer does not keep the process alive. */
export function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null).unref();
  });
}
