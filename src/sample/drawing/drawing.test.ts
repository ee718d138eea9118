import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { draw, outlineOf } from './drawing.ts'
import { drawingName, drawingVersion, type Recipe } from './recipe.ts'

const recipe = (more: Partial<Recipe> = {}): Recipe => ({
  gallery: 'posters',
  seed: 'movie 1',
  family: 'movie 1',
  genre: 18,
  title: 'The Lanternfish',
  note: '1926',
  ...more,
})

/** Recipes of every gallery and mood, with enough seeds for each scene and each form of a sheet to come up. */
const many: Recipe[] = (['posters', 'backdrops', 'stills', 'profiles', 'logos'] as const).flatMap((gallery) =>
  [0, 35, 80, 27, 10749, 878, 14, 28, 36, 99, 10402, 37, 16].flatMap((genre) =>
    Array.from({ length: 12 }, (_, id) => {
      const note = gallery === 'profiles' ? String(id % 4) : String(1900 + id)
      return recipe({ gallery, genre, seed: `movie ${id}`, family: `movie ${id}`, note })
    }),
  ),
)

const documents = many.map((one) => draw(one).document())

/** Whoever changes what drawings look like counts `drawingVersion` up and writes down the new digest. */
const digestOfVersion = { version: 2, digest: 'f126099b6b5761c8' }

test('what a version draws never changes', () => {
  const digest = hash('sha256', documents.join('\n'))
  assert.deepEqual({ version: drawingVersion, digest: digest.slice(0, 16) }, digestOfVersion)
})

test('drawings are shapes alone', () => {
  for (const document of documents) {
    assert.match(
      document,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d ]+">.*<\/svg>$/,
    )
    assert.doesNotMatch(document, /<(text|image|style|script|foreignObject|use|a)\b|href|NaN|undefined|Infinity|\n/)
  }
})

test('what is known of a drawing before it is drawn is right', () => {
  for (const one of many) {
    const { width, height, colour } = outlineOf(one)
    const drawn = draw(one)
    assert.deepEqual({ width, height }, { width: drawn.width, height: drawn.height })
    assert.match(colour, one.gallery === 'logos' ? /^$/ : /^#[0-9a-f]{6}$/)
  }
})

test('records of a kind get different pictures', () => {
  for (const gallery of ['posters', 'backdrops', 'stills', 'profiles', 'logos'])
    for (const genre of [35, 878]) {
      const shown = documents.filter((_, index) => many[index]?.gallery === gallery && many[index]?.genre === genre)
      assert.equal(new Set(shown).size, 12)
    }
})

test('a name says all that a drawing is made from, and comes after the names of other pictures', () => {
  const others = [
    recipe({ gallery: 'backdrops' }),
    recipe({ seed: 'movie 2' }),
    recipe({ family: 'collection 1' }),
    recipe({ genre: 35 }),
    recipe({ title: 'The Lanternfishes' }),
    recipe({ note: '' }),
  ].map((one) => drawingName(one))
  const names = new Set([drawingName(recipe()), drawingName(recipe(), drawingVersion + 1), ...others])
  assert.equal(names.size, 8)
  for (const name of names) assert.match(name, /^z[0-9a-z]{30}$/)
})

test('a title is set in a font that has its letters, and a picture does without where there is none', () => {
  const lettersOf = (title: string) =>
    draw(recipe({ title, gallery: 'logos', seed: 'company 1' })).document().length -
    draw(recipe({ title: '電影', gallery: 'logos', seed: 'company 1' })).document().length
  for (const title of ['Лампа', 'Świt', 'Ça ira', 'Lamp']) assert.ok(lettersOf(title) > 500, title)
  assert.equal(lettersOf('映画'), 0)
  for (const title of ['', ' ', '電影', '\u{1f4a1}', 'a\u0301', '‮abc', 'x'.repeat(400), 'x '.repeat(60)])
    for (const gallery of ['posters', 'logos'] as const)
      assert.match(draw(recipe({ title, gallery })).document(), /^<svg .*<\/svg>$/, title)
})
