import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainColourOf } from './main-colour.ts'

test('the main colour is that of most pixels, and shades that are nearly alike are one', () => {
  const [reds, green] = [
    [200, 0, 1, 207, 15, 9, 193, 3, 0],
    [0, 250, 0],
  ]
  assert.equal(mainColourOf(Uint8Array.from([...green, ...reds, ...green])), '#c80808')
  assert.equal(mainColourOf(Uint8Array.from([...green, ...reds, ...green, ...green])), '#08f808')
  assert.equal(mainColourOf(Uint8Array.from([255, 255, 255])), '#f8f8f8')
})
