const nowhere = 'http://nowhere.invalid'

/** An address of this server as a path with its query, made of one that came from outside; else `fallback`. */
export function localAddress(text: string, fallback = '/'): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  if (url === null || url.origin !== nowhere) return fallback
  const address = url.pathname + url.search
  // A browser takes two slashes for the beginning of a host, also where they stand only after `/./` is taken out.
  return address.startsWith('//') ? fallback : address
}
