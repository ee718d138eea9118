import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenIn, inOneLine, oneLine, tidyForeign } from './hidden.ts'

const unseen = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d'],
  ...['\u2060', '\u2064', '\u206a', '\u2800', '\u3000', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\u{1d159}'],
  ...['\u{1d173}', '\u{e0041}', '\u{e01ef}', '\u0301', '\u093f', '\u20dd', '\u00a0', ' ', '\t', '\n'],
]

/** Joiners, selectors, tags and marks belong to these. */
const seen = ['👩‍🚀', '❤️', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', 'क्‍ष', 'é', 'e\u0301', '한', '.', '\u2801', 'a\u200b']

test('a name shows something, and may have what emoji and scripts join their characters with', () => {
  const form = new RegExp(oneLine, 'u')
  const names = [...unseen, ...unseen.map((one) => `${one}\u200d${one}`), unseen.join('')]
  for (const name of names) {
    const shown = JSON.stringify(name)
    assert.notEqual(hiddenIn(name), undefined, shown)
    assert.equal(form.test(name), false, shown)
    assert.deepEqual([tidyForeign(name), inOneLine(name)], ['', ''], shown)
  }
  for (const name of seen) {
    assert.deepEqual([hiddenIn(name), form.test(name)], [undefined, true], name)
    assert.deepEqual([tidyForeign(name), inOneLine(` ${name}\n`)], [name, name])
  }
  assert.deepEqual([hiddenIn(''), form.test('')], [undefined, true])
  assert.equal(hiddenIn('\u200b'), 'nothing that can be seen')
})
