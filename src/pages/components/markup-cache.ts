import { digestOf } from '#src/credentials/secrets.ts'

/** Limits of the cache: the number of texts, and the bytes of all markup, two for each character. */
type MarkupLimit = { texts: number; bytes: number }

/** Renders a text once, and keeps the result until more recently used ones need the space. */
export function keepMarkup(render: (text: string) => string, most: MarkupLimit): (text: string) => string {
  // A map keeps the order of insertion: the first entry is the least recently used one.
  const markups = new Map<string, string>()
  let bytes = 0

  function forget(digest: string) {
    bytes -= 2 * (markups.get(digest)?.length ?? 0)
    markups.delete(digest)
  }

  return (text) => {
    const digest = digestOf(text)
    const markup = markups.get(digest) ?? render(text)
    forget(digest)
    markups.set(digest, markup)
    bytes += 2 * markup.length
    while (markups.size > most.texts || bytes > most.bytes) forget(markups.keys().next().value as string)
    return markup
  }
}
