import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reached } from './changed.ts'

const many = Array.from({ length: 31 }, (_, at) => `import './part-${at}.ts'`).join('\n')
const texts = {
  'src/lamp.ts': '',
  'src/lantern.ts': "import { lamp } from '#src/lamp.ts'",
  'src/server.ts': `${many}\nimport { lantern } from './lantern.ts'`,
  'src/lamp.test.ts': "import { lamp } from './lamp.ts'",
  'test/far/glow.test.ts': "const { lantern } = await import('../../src/lantern.ts')",
  'test/far/server.test.ts': "import { server } from '#src/server.ts'",
  'test/far/lantern-shown.test.ts': "import { server } from '#src/server.ts'",
  'test/far/reader.test.ts': "read('guide.md')",
  'test/tidy.test.ts': '',
}

test('a change reaches the tests that import it, and behind what imports everything those that share a word', () => {
  const of = (...changed: string[]) => reached(changed, texts)
  assert.deepEqual(of('src/lamp.ts'), ['src/lamp.test.ts', 'test/far/glow.test.ts', 'test/tidy.test.ts'])
  assert.deepEqual(of('src/lantern.ts'), [
    'test/far/glow.test.ts',
    'test/far/lantern-shown.test.ts',
    'test/tidy.test.ts',
  ])
  assert.deepEqual(of('src/server.ts'), [
    'test/far/lantern-shown.test.ts',
    'test/far/server.test.ts',
    'test/tidy.test.ts',
  ])
  assert.deepEqual(of('docs/guide.md'), ['test/far/reader.test.ts', 'test/tidy.test.ts'])
  assert.deepEqual(of('test/far/reader.test.ts'), ['test/far/reader.test.ts', 'test/tidy.test.ts'])
})
