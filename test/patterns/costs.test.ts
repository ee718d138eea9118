import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '#src/import/formats/nfo/xml.ts'
import { readFileName } from '#src/matching/file-names.ts'
import { plainText } from '#src/pages/components/markdown.ts'
import { episodesPasted } from '#src/pages/edit/season/pasted.ts'
import { recordIn } from '#src/pages/record-form/controls.ts'
import { groupsIn, noEpisodes } from '#src/pages/record-form/groups.ts'
import { composeCard } from '#src/pages/sharing/card.ts'
import { draw } from '#src/sample/drawing/drawing.ts'
import { preferredLanguage } from '#src/texts/index.ts'
import { growth, mostGrowth } from './growth.ts'

/** Readers of what people send, and texts that took them as long as the square of their length, or longer. */
const worst: Record<string, { read: (text: string) => unknown; texts: ((size: number) => string)[]; size?: number }> = {
  'the name of a file': {
    read: readFileName,
    texts: [
      (size) => `/m/1x1${'000x'.repeat(size)}!.mkv`,
      (size) => `/m/1x1${'-1x1'.repeat(size)}a.mkv`,
      (size) => `/m/1x1${'-1x1'.repeat(size)}x.mkv`,
    ],
    // One more took three times as long.
    size: 3,
  },
  'languages that a browser wants': {
    read: preferredLanguage,
    texts: [(size) => `en${'\t'.repeat(size)}x`, (size) => `en;${' '.repeat(size)};${' '.repeat(size)}q`],
  },
  'pasted episodes': {
    read: episodesPasted,
    texts: [
      (size) => `1 a(${' '.repeat(size)}`,
      (size) => `1 a(${' -'.repeat(size)}b`,
      (size) => `1 a${'-'.repeat(size)}b`,
      (size) => `${' '.repeat(size)}a`,
      (size) => `1\t${'a\t'.repeat(size)}`,
    ],
  },
  'groups of episodes': {
    read: (text) => groupsIn(text, noEpisodes, [], ''),
    texts: [
      (size) => `= a${' '.repeat(size)}b`,
      (size) => `${'='.repeat(size)}\u2028b`,
      (size) => `= a${' '.repeat(size)}(locked) b`,
    ],
  },
  'a field for a record': {
    read: recordIn,
    texts: [(size) => `a${' '.repeat(size)}b`, (size) => `a #1${' '.repeat(size)}b`],
  },
  'a review': {
    read: plainText,
    texts: [(size) => `\`\`\`\na${' '.repeat(size)}b\n\`\`\``, (size) => `a${'\u2003'.repeat(size)}b`],
  },
  'an NFO file': {
    read: (text) => assert.throws(() => readXml(text)),
    texts: [
      (size) => '<?xml'.repeat(size),
      (size) => `<?xml${' ?'.repeat(size)}`,
      (size) => `<a ${'b="" '.repeat(size)}`,
      (size) => `${'<a/>'.repeat(size)}<b`,
      (size) => `<a>${'<![CDATA['.repeat(size)}`,
      (size) => `<a>${'<b "'.repeat(size)}`,
    ],
  },
  'the name of a company on a logo': {
    read: (title) => draw({ gallery: 'logos', seed: '', family: '', genre: 0, title, note: '' }),
    texts: [(size) => '('.repeat(size), (size) => `a${' '.repeat(size)}b`],
    size: 8_000,
  },
}

for (const [what, { read, texts, size = 2_000 }] of Object.entries(worst)) {
  test(`${what} takes no longer than a multiple of its length`, () => {
    const growths = texts.map((text) => growth((length) => read(text(length)), size))
    const tooMuch = growths.filter((each) => each > mostGrowth)
    assert.deepEqual(tooMuch, [])
  })
}

/** The length of a drawing, in which each letter has an outline of many numbers. */
const cardLength = async (title: string) => {
  const facts = { path: '/card/company/1', family: 'a', genre: 0, title, line: title }
  return (await composeCard(facts, 'Shelf')).drawing.length
}

test('a card of a long name has as many letters as there is room for', async () => {
  const long = await cardLength('('.repeat(1_000))
  assert.equal(await cardLength('('.repeat(60_000)), long)
  assert.ok(long > (await cardLength('(')))
})
