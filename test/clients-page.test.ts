import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
import { clientsPage } from '../scripts/clients-page.ts'

test('docs/clients.md is what the table of apps says (`npm run docs` rewrites it)', async () => {
  assert.equal(await readFile(join(packageRoot, 'docs/clients.md'), 'utf8'), clientsPage())
})
