const nowhere = 'http://nowhere.invalid'

/** The parameter by which an address leads on to another one. */
const nextParameter = 'next'
/** Addresses that lead on to one another: signing in, then what has to be done first, then the page. */
const maxNested = 3

/** Parameters of the interface that are secrets. Pages read none of them, and pass on none that comes along. */
export const secretParameters: ReadonlySet<string> = new Set([
  'api_key',
  'session_id',
  'guest_session_id',
  'request_token',
  'access_token',
  'password',
])

/** An address of a page without secrets, also where it leads on to. */
export function withoutSecrets(address: string, nested = 0): string {
  const at = address.indexOf('?')
  if (at === -1) return address
  const kept = address
    .slice(at + 1)
    .split('&')
    .flatMap((pair) => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair)
      if (secretParameters.has(name)) return []
      if (name !== nextParameter || !value.includes('?')) return [pair]
      return nested === maxNested ? [] : [`${name}=${encodeURIComponent(withoutSecrets(value, nested + 1))}`]
    })
  return kept.length === 0 ? address.slice(0, at) : `${address.slice(0, at)}?${kept.join('&')}`
}

/** An address from outside as a path with its query on this server, without secrets; `fallback` if it is none. */
export function localAddress(text: string, fallback = '/'): string {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null
  if (url === null || url.origin !== nowhere) return fallback
  const address = withoutSecrets(url.pathname + url.search)
  // Browsers read two slashes as the beginning of a host, even if they only meet after `/./` is removed.
  return address.startsWith('//') ? fallback : address
}

/** An address that leads on to another one afterwards. */
export const withNext = (address: string, next: string): string =>
  next === '/' ? address : `${address}?${nextParameter}=${encodeURIComponent(next)}`

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
