import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepMarkup } from './markdown.ts'

function counted(most: { texts: number; bytes: number }) {
  const rendered: string[] = []
  const markup = keepMarkup((text) => {
    rendered.push(text)
    return `<${text}>`
  }, most)
  return { markup, rendered }
}

test('a text is rendered once, until others that were asked for later take its place', () => {
  const { markup, rendered } = counted({ texts: 2, bytes: 1_000 })
  assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'b'].map(markup), ['<a>', '<b>', '<a>', '<c>', '<a>', '<b>'])
  assert.deepEqual(rendered, ['a', 'b', 'c', 'b'])
})

test('what is kept is bounded in bytes, and what is longer than all of them is not kept', () => {
  const { markup, rendered } = counted({ texts: 10, bytes: 12 })
  for (const text of ['a', 'b', 'a', 'c', 'b', 'too long', 'too long', 'b']) assert.equal(markup(text), `<${text}>`)
  assert.deepEqual(rendered, ['a', 'b', 'c', 'b', 'too long', 'too long'])
})
