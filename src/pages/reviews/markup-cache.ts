import { digestOf } from '#src/credentials/secrets.ts'

/** How much markup is kept: so many texts, and so many bytes of all of them, at two for each character. */
export type KeptMarkup = { texts: number; bytes: number }

/** Renders a text once, and keeps what came out until others that were asked for later need the room. */
export function keepMarkup(render: (text: string) => string, most: KeptMarkup): (text: string) => string {
  // A map keeps its entries in order: the first is the one that was asked for longest ago.
  const kept = new Map<string, string>()
  let bytes = 0

  function forget(digest: string) {
    bytes -= 2 * (kept.get(digest)?.length ?? 0)
    kept.delete(digest)
  }

  return (text) => {
    const digest = digestOf(text)
    const markup = kept.get(digest) ?? render(text)
    forget(digest)
    kept.set(digest, markup)
    bytes += 2 * markup.length
    while (kept.size > most.texts || bytes > most.bytes) forget(kept.keys().next().value as string)
    return markup
  }
}
