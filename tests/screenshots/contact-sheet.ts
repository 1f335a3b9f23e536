/** A page that shows every picture, four of a kind side by side. */
export function contactSheet(files: string[]): string {
  const kinds = Map.groupBy([...files].sort(), (file) => /^(.+?--[a-z]+)/.exec(file)?.[1] ?? file);
  const figures = [...kinds].map(([kind, members]) => {
    const pictures = members.map(
      (file) =>
        `<a href="${file}"><img src="${file}" alt="${file}" title="${file}" loading="lazy"></a>`,
    );
    return `<section><h2>${kind}</h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Screenshots</title>
<style>
  body { margin: 1rem; font: 14px system-ui; background: #888; }
  div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
  img { height: 32rem; object-fit: cover; object-position: top; max-width: 44rem; }
</style>
${figures.join('\n')}
</html>
`;
}
