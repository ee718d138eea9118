import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { compress, type Packable, packedTogether } from '#src/cache/encoding.ts'

const texts = ['', 'x', 'ä'.repeat(3_000), JSON.stringify(process.versions).repeat(80), 'y'.repeat(140_000)]
const bytesOf = (text: string) => Buffer.from(text)

test('what is compressed is gzip, whatever it is', async () => {
  for (const text of texts) {
    for (const content of [text, bytesOf(text)]) {
      const packed = await compress(content)
      assert.equal(gunzipSync(packed).toString(), text)
    }
  }
})

test('parts that are compressed already, and others between them, are one gzip member', async () => {
  const parts: Packable[] = [{ plain: bytesOf('{') }]
  for (const text of texts) {
    parts.push({ plain: bytesOf(text), packed: await compress(text) }, { plain: bytesOf(',') })
    parts.push({ plain: bytesOf(text) })
  }
  const packed = packedTogether(parts)
  const whole = Buffer.concat(parts.map(({ plain }) => plain))
  assert.ok(gunzipSync(packed).equals(whole))
  // Browsers read only the first member of several.
  const members = packed.toString('latin1').split('\x1f\x8b\b\0\0\0\0\0\0\x03').length - 1
  assert.equal(members, 1)
  assert.ok(packedTogether(parts.slice(0, 2)).length < 100)
  assert.equal(gunzipSync(packedTogether([])).length, 0)
})
