import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** Some begin like others; none is two others, an article, a number, or a word for *and*. */
const words = (
  'amber ambergris anchor autumn bridge bridges candle canyon captain cinder distant dragon dragonfly ember ' +
  'emerald empire falcon forest garden gardener glacier harbour harvest island ivory jasmine journey kingdom lantern ' +
  'lanterns meadow midnight mirror morning mountain needle northern ocean orchard paper pilgrim quiet quill raven ' +
  'ravine river riverside shadow silver silence thunder timber umbrella valley velvet violet ' +
  'winter winterland yellow zephyr'
).split(' ')

const title = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' '))
const titles = fc
  .sample(title, { numRuns: 700, seed: 20_261_123 })
  .map((text) => text.replace(/^./, (letter) => letter.toUpperCase()))

/** Words of a title and perhaps another one, in any order, the last one perhaps only begun. */
const asked = fc
  .tuple(fc.constantFrom(...titles), fc.constantFrom(...words), fc.nat({ max: 9 }), fc.nat({ max: 7 }))
  .chain(([from, another, chance, letters]) =>
    fc
      .shuffledSubarray([...new Set(from.toLowerCase().split(' ')), ...(chance === 0 ? [another] : [])], {
        minLength: 1,
      })
      .map((some) => {
        const last = some.at(-1) as string
        return letters === 0 ? `${some.join(' ')} ` : [...some.slice(0, -1), last.slice(0, letters + 1)].join(' ')
      }),
  )

/** Which titles have all of the words: 0 as a whole, 1 from their beginning on, 2 somewhere; the ids of each. */
function scan(text: string): number[][] {
  const isOpen = !text.endsWith(' ')
  const units = text.trim().split(' ')
  const has = (word: string, unit: string, at: number) =>
    isOpen && at === units.length - 1 ? word.startsWith(unit) : word === unit
  const found: number[][] = [[], [], []]
  for (const [index, each] of titles.entries()) {
    const own = each.toLowerCase().split(' ')
    if (!units.every((unit, at) => own.some((word) => has(word, unit, at)))) continue
    const begins = units.length <= own.length && units.every((unit, at) => has(own[at] as string, unit, at))
    const isWhole = own.join('') === units.join('')
    found[isWhole ? 0 : begins ? 1 : 2]?.push(index + 1)
  }
  return found
}

forEachEngine(emptyCatalogue, (engine) => {
  test('words find what a plain scan of all titles finds, whole titles first and beginnings next', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [
      ...sources,
      ...titles.map((name, at) => ({ kind: 'movie', id: at + 1, source: 'low', title: name, original_title: name })),
    ])
    await updateNameIndex(db)
    await fc.assert(
      fc.asyncProperty(asked, async (text) => {
        const { found, total } = await search(db, { kinds: ['movie'], text, slipsBelow: 0 })
        const expected = scan(text)
        assert.equal(total, expected.flat().length, `total of ${JSON.stringify(text)}`)
        const ids = found.map(({ id }) => id)
        let from = 0
        for (const [place, some] of expected.entries()) {
          const here = ids.slice(from, from + some.length).toSorted((one, other) => one - other)
          from += some.length
          assert.deepEqual(here, some, `place ${place} of ${JSON.stringify(text)}`)
        }
      }),
      { numRuns: runs(50, 500), seed: 20_261_123 },
    )
  })
})
