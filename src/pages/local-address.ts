const nowhere = 'http://nowhere.invalid'

/** An address from outside as a path with its query on this server; `fallback` if it is none. */
export function localAddress(text: string, fallback = '/'): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  if (url === null || url.origin !== nowhere) return fallback
  const address = url.pathname + url.search
  // Browsers read two slashes as the beginning of a host, even if they only meet after `/./` is removed.
  return address.startsWith('//') ? fallback : address
}
