import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
import { clientsPage } from '../scripts/clients-page.ts'
import { commandsPage } from '../scripts/commands-page.ts'
import { schemaPage } from '../scripts/schema-page.ts'

for (const [file, what, render] of [
  ['docs/clients.md', 'the table of apps says', clientsPage],
  ['docs/commands.md', 'the commands say', commandsPage],
  ['docs/schema.md', 'the migrations say', schemaPage],
] as const)
  test(`${file} is what ${what} (\`npm run docs\` rewrites it)`, async () => {
    assert.equal(await readFile(join(packageRoot, file), 'utf8'), await render())
  })
