import assert from 'node:assert/strict'

/**
 * The names that only the common dialect has on the wire. This is a second copy on purpose: what the server renames is
 * not computed by the code that is tested.
 */
const commonNames: Readonly<Record<string, string>> = {
  filmdb_id: 'imdb_id',
  kb1_id: 'freebase_id',
  kb1_mid: 'freebase_mid',
  kb2_id: 'wikidata_id',
  tvdata_id: 'tvdb_id',
  tvguide_id: 'tvrage_id',
  socialnet1_id: 'facebook_id',
  socialnet2_id: 'instagram_id',
  socialnet3_id: 'twitter_id',
  socialnet4_id: 'tiktok_id',
  socialnet5_id: 'threads_id',
  videosite1_id: 'youtube_id',
  videosite1: 'youtube',
  avatarsite1: 'gravatar',
  homesite: 'tmdb',
}

/** A request as clients of the common dialect write it: only values of parameters are other words there. */
export const commonRequest = (request: string): string =>
  request.replace(/(?<==)\w+/g, (word) => (Object.hasOwn(commonNames, word) ? (commonNames[word] as string) : word))

/** An expected body as the common dialect writes it. */
export function commonBody(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(commonBody)
  if (typeof body !== 'object' || body === null || body instanceof RegExp) return body
  const entries: [string, unknown][] = Object.entries(body).map(([name, value]) => [
    commonNames[name] ?? name,
    // The keys of changes are names of fields, in alphabetical order.
    name === 'change_keys' ? (value as string[]).map((key) => commonNames[key] ?? key).sort() : commonBody(value),
  ])
  return { ...Object.fromEntries(entries), ...(hasSoftcore(body) && { softcore: false }) }
}

/** Movies, series and changed ids say whether they are softcore; people, who also have `adult`, do not. */
const hasSoftcore = (object: object) =>
  'adult' in object && ('vote_average' in object || Object.keys(object).sort().join() === 'adult,id')

/** The envelope of a status. That its text is the one of the table of statuses is checked for every reply. */
export function status(status_code: number): Record<string, unknown> {
  const success = [1, 12, 13, 40].includes(status_code)
  return { success, status_code, status_message: /./, ...(status_code === 17 && { failure: true }) }
}

/** Compares a whole body; a regular expression stands for any text that it matches. */
export function assertBody(actual: unknown, expected: unknown) {
  assert.deepEqual(actual, fillMatches(actual, expected))
}

function fillMatches(actual: unknown, expected: unknown): unknown {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual) ? actual : expected
  if (Array.isArray(expected))
    return expected.map((value, index) => fillMatches(Array.isArray(actual) ? actual[index] : undefined, value))
  if (typeof expected !== 'object' || expected === null) return expected
  const found = (actual ?? {}) as Record<string, unknown>
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, fillMatches(found[name], value)]))
}
