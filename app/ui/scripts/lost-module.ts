/** Where the line loses a route's script, Remix loads the page anew. This gives Remix the promise of it instead. */
export function waitForLostModules(): void {
  const coming = new Map<string, Promise<object>>();
  window.__remixRouteModules = new Proxy(window.__remixRouteModules, {
    has: (there, id: string) => {
      if (id in there || coming.has(id)) return true;
      const file = window.__remixManifest.routes[id]?.module;
      if (file === undefined || window.untilThere === undefined) return false;
      const loading = load(file, window.untilThere);
      coming.set(id, loading);
      const end = () => coming.delete(id);
      loading.then((module) => Object.assign(there, { [id]: module })).then(end, end);
      return true;
    },
    get: (there, id: string) => there[id] ?? coming.get(id),
  });
}

async function load(
  file: string,
  untilThere: NonNullable<typeof window.untilThere>,
): Promise<object> {
  try {
    return (await import(/* @vite-ignore */ file)) as object;
  } catch {
    await untilThere(file);
    // Browsers remember by its name what failed.
    return load(`${file}?`, untilThere);
  }
}
