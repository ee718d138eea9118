/**
 * Forms in which programs write requests that no documentation lists: from the documentation of client libraries, and
 * from what the sources of clients send. A server answers each as it answers the plain form.
 */

/** What programs do to an address: a path below `/3`, and its query. */
export const addressForms: readonly (readonly [what: string, write: (path: string, query: string) => string])[] = [
  ['a slash at the end', (path, query) => `/3${path}/${query}`],
  ['two slashes at the end', (path, query) => `/3${path}//${query}`],
  ['a doubled slash at the beginning', (path, query) => `//3${path}${query}`],
  ['a doubled slash behind the version', (path, query) => `/3/${path}${query}`],
  ['doubled slashes everywhere', (path, query) => `/3${path.replaceAll('/', '//')}${query}`],
  ['three slashes, and one at the end', (path, query) => `///3//${path}/${query}`],
  ['an encoded slash', (path, query) => `/3${path.slice(0, 1)}${path.slice(1).replaceAll('/', '%2F')}${query}`],
  ['an encoded slash in small letters', (path, query) => `/3%2f${path.slice(1)}${query}`],
  ['an encoded slash at the end', (path, query) => `/3${path}%2F${query}`],
  ['encoded digits', (path, query) => `/%33${path}${query}`],
  ['a percent sign', (path, query) => `/3${path}${more(query, 'utm=50%')}`],
  ['a percent sign before a blank', (path, query) => `/3${path}${more(query, 'utm=50%+off')}`],
  ['bytes of Latin-1', (path, query) => `/3${path}${more(query, 'utm=Am%E9lie')}`],
  ['half a character', (path, query) => `/3${path}${more(query, 'utm=%C3')}`],
  ['an escape of scripts', (path, query) => `/3${path}${more(query, 'utm=%u00e9')}`],
  ['NUL in what nobody reads', (path, query) => `/3${path}${more(query, 'utm=%00')}`],
  ['a parameter without a name', (path, query) => `/3${path}${more(query, '=x')}`],
  ['a parameter without a value', (path, query) => `/3${path}${more(query, 'utm')}`],
  ['doubled ampersands', (path, query) => `/3${path}${more(query, '&')}`],
]

const more = (query: string, text: string) => (query === '' ? `?${text}` : `${query}&${text}`)

/** A value of a parameter as it is written in an address, and the value that it means; undefined: as if not given. */
export type ParameterForm = readonly [parameter: string, written: string, meant: string | undefined]

const ignored = (parameter: string, values: readonly string[]): ParameterForm[] =>
  values.map((written) => [parameter, written, undefined])

export const parameterForms: readonly ParameterForm[] = [
  ...ignored('language', ['undefined', 'null', 'None', 'english', 'xyz', '-', '*']),
  ['language', 'por', 'pt'],
  ['language', 'ger', 'de'],
  ['language', 'fil', 'tl'],
  ['language', 'pt-BR%20', 'pt-BR'],
  ['language', '%20de', 'de'],
  ['language', 'en_US.UTF-8', 'en-US'],
  ['language', 'de_DE@euro', 'de-DE'],
  ['language', 'ca-ES-valencia', 'ca-ES'],
  ['language', 'DE-de', 'de-DE'],
  ['language', 'en-USA', 'en'],
  ['language', 'de,undefined,fr', 'de,fr'],
  ...ignored('region', ['0', 'null', 'undefined', 'USA', 'CHN', 'Germany']),
  ['region', 'US%20', 'US'],
  ...ignored('include_adult', ['maybe', 'null', '2', 'constructor']),
  ['include_adult', '0', 'false'],
  ['include_adult', '1', 'true'],
  ['include_adult', 'TRUE', 'true'],
  ['include_adult', 'False', 'false'],
  ...ignored('year', ['0', 'null', '2001abc', '67', '1967-10-25', '-1']),
  ['year', '2001.0', '2001'],
  ...ignored('primary_release_year', ['0', 'null', '67']),
  ...ignored('first_air_date_year', ['0', 'null', '67']),
  ['page', '1.0', '1'],
  ['page', '%201', '1'],
  ...ignored('sort_by', ['nothing.asc', 'null', '0']),
  ...ignored('timezone', ['null', 'Nowhere', 'Europe/Atlantis']),
  ['timezone', 'utc', 'UTC'],
  ['timezone', 'europe/berlin', 'Europe/Berlin'],
  ...ignored('start_date', ['null', 'yesterday', '2026-02-30']),
  ...ignored('end_date', ['null', '10-03-2026']),
  ['include_image_language', 'pt,%20null', 'pt,null'],
  ['include_image_language', 'en,NULL', 'en,null'],
  ['include_image_language', 'por,null', 'pt,null'],
]
