import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { packageRoot } from '#src/package-root.ts'
import type { AnyLine } from '../support/catalogue.ts'

/** Titles of the sample, as far as they are found by. */
export async function titlesOf(name: string): Promise<object[]> {
  const bytes = await readFile(join(packageRoot, 'sample', `${name}.ndjson.zst`))
  const lines = zstdDecompressSync(bytes).toString().trim().split('\n')
  return lines.map((text) => {
    const { kind, id, title, original_title, name, original_name, release_date, first_air_date, external_ids } =
      JSON.parse(text) as AnyLine
    const names = { title, original_title, name, original_name, release_date, first_air_date }
    return { kind, id, ...names, external_ids, source: 'low' }
  })
}
