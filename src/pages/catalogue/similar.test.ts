import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texts } from '#src/texts/index.ts'
import type { RenderContext } from '../page.ts'
import { recommendedSection, type TitlesBeside } from './similar.ts'

const titles = (...ids: number[]) =>
  ({ results: ids.map((id) => ({ id, title: `M${id}`, original_title: `M${id}`, release_date: '' })) }) as TitlesBeside

test('what is recommended is shown where it is not the similar titles again', () => {
  const context = { texts: texts.en } as RenderContext
  const shown = (recommended: TitlesBeside, similar: TitlesBeside) =>
    [...recommendedSection(context, recommended, similar).text.matchAll(/href="\/movie\/(\d+)/g)].map(([, id]) => id)
  assert.deepEqual(shown(titles(4, 1, 5, 2), titles(1, 2, 3)), ['4', '5'])
  assert.equal(recommendedSection(context, titles(1, 2), titles(1, 2, 3)).text, '')
})
