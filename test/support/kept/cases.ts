import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './files.ts'

/** Files of other sites and programs, and what they say: in short, with the line instead of the place. */

/** A file, and what is read of it. */
export type Case = [what: string, file: string, text: string | Buffer, expected: object[]]

export const at = (day: string, time = '12:00:00') => ({ at: `${day}T${time}.000Z` })
export const movie = (what: string, title: string, line: number, more: object = {}) => ({
  ...{ what, kind: 'movie', ids: {}, title, ...more, line },
})
export const tv = (what: string, title: string, line: number, more: object = {}) => ({
  ...{ what, kind: 'tv', ids: {}, title, ...more, line },
})
export const episode = (line: number, [season, number]: readonly [number, number], more: object = {}) => ({
  ...{ what: 'watched', kind: 'episode', ids: {}, series: { ids: {}, title: 'Lamps' }, season, episode: number },
  ...more,
  line,
})
export const wrong = (line: number, reason: string, value: string) => ({ line, reason, value })

export const evening = at('2024-03-02', '20:15:00')

export function tryCases(cases: readonly Case[]) {
  for (const [what, file, text, expected] of cases)
    test(`what somebody keeps elsewhere: ${what}`, async (t) => {
      const found = (await read(t, file, text)).map(({ place, ...rest }) => ({ ...rest, line: place.line }))
      assert.deepEqual(found, expected)
    })
}
