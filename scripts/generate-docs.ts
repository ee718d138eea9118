import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { contracts } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { clientsPage } from './clients-page.ts'
import { commandsPage } from './commands-page.ts'
import { schemaPage } from './schema-page.ts'

/** Every committed file that is generated, with its text. A test per file fails on drift. */
const documents: Record<string, () => string | Promise<string>> = {
  'docs/settings.md': settingsPage,
  'docs/clients.md': clientsPage,
  'docs/commands.md': commandsPage,
  'docs/schema.md': schemaPage,
  ...Object.fromEntries(
    contracts.map(({ file, operations, info }) => [
      file,
      () => `${JSON.stringify(openapi(operations, dialects.neutral, info), null, 1)}\n`,
    ]),
  ),
}

for (const [path, render] of Object.entries(documents)) writeFileSync(join(packageRoot, path), await render())
