const nowhere = 'http://nowhere.invalid'

/** An address from outside as a path with its query on this server; `fallback` if it is none. */
export function localAddress(text: string, fallback = '/'): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  if (url === null || url.origin !== nowhere) return fallback
  const address = url.pathname + url.search
  // Browsers read two slashes as the beginning of a host, even if they only meet after `/./` is removed.
  return address.startsWith('//') ? fallback : address
}

/** An address that leads on to another one afterwards. */
export const withNext = (address: string, next: string): string =>
  next === '/' ? address : `${address}?next=${encodeURIComponent(next)}`

/** The parameter by which an address of any page names the language that it is in. */
export const languageParameter = 'lang'

/** An address of a page without the language that it names. */
export function withoutLanguage(address: string): string {
  const [path = '', query] = address.split('?', 2)
  const rest = (query ?? '').split('&').filter((each) => each !== '' && !each.startsWith(`${languageParameter}=`))
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path
}

/** The same in a language. */
export const inLanguage = (address: string, language: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${languageParameter}=${language}`

/** A path with parameters in their order, and without a question mark where there are none. */
export function withParameters(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters)
  return query.size === 0 ? path : `${path}?${query}`
}
