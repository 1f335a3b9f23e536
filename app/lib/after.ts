/** Null, after so many milliseconds; it keeps no process alive. */
export function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, null).unref();
  });
}
