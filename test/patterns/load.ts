/** Loads the modules that its parent names, some of them in texts that it sends, and answers with their patterns. */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '#src/package-root.ts'
import type { Observed, Pattern } from './written.ts'

const addressOf = (path: string) => pathToFileURL(join(packageRoot, path)).href

const seen: Pattern[] = []
Object.assign(globalThis, {
  seePattern(site: string, pattern: unknown) {
    // TypeBox gives the patterns of schemas this flag.
    if (typeof pattern === 'string') seen.push({ source: pattern, flags: 'u', site })
    else if (pattern instanceof RegExp) seen.push({ source: pattern.source, flags: pattern.flags, site })
    return pattern
  },
})

/** Makes the schemas that are only made when somebody needs them. */
async function makeSchemas() {
  const { recordKindNames } = await import('#src/catalogue/record-kinds.ts')
  const { editSchema, lineSchema } = await import('#src/catalogue/statements/schema.ts')
  const { dialects } = await import('#src/contract/dialects.ts')
  const { openapi } = await import('#src/contract/openapi.ts')
  const { contracts } = await import('#src/interface.ts')
  for (const of of recordKindNames) [lineSchema(of), editSchema(of)]
  for (const { operations, info } of contracts) openapi(operations, dialects.neutral, info)
}

process.once('message', async ({ observed, modules }: { observed: Observed[]; modules: string[] }) => {
  const texts = new Map(observed.map(({ path, text }) => [addressOf(path), text]))
  registerHooks({
    load(address, context, nextLoad) {
      const source = texts.get(address)
      return source === undefined
        ? nextLoad(address, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  for (const path of modules) await import(addressOf(path))
  await makeSchemas()
  process.send?.(seen, () => process.exit())
})
