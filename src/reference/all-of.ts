/** Waits for promises by their names, as `Promise.all` does for a list: the first that fails is thrown. */
export async function allOf<Named extends Readonly<Record<string, unknown>>>(
  promises: Named,
): Promise<{ -readonly [Name in keyof Named]: Awaited<Named[Name]> }> {
  const values = await Promise.all(Object.values(promises))
  return Object.fromEntries(Object.keys(promises).map((name, index) => [name, values[index]])) as never
}
