/**
 * One browser for all files of a process: to start one takes four seconds of a processor, and a context in it that
 * nobody has used a tenth of that. This is apart from what starts browsers, which is much to load.
 */
type Closable = { isConnected(): boolean; close(): Promise<void> }

let keeps = false
let kept: Promise<Closable> | undefined

/** From now on a browser is kept; the function that is returned closes it. */
export function keepBrowser(): () => Promise<void> {
  keeps = true
  return async () => (await kept?.catch(() => undefined))?.close()
}

/** The browser that is kept, and that closing it is left to others; another one if it has ended. */
export async function keptBrowser<Browser extends Closable>(
  launch: () => Promise<Browser>,
): Promise<{ browser: Browser; isKept: boolean }> {
  if (!keeps) return { browser: await launch(), isKept: false }
  const before = kept
  const next = (async () => {
    const found = await before?.catch(() => undefined)
    return found?.isConnected() ? (found as Browser) : launch()
  })()
  kept = next
  return { browser: await next, isKept: true }
}
