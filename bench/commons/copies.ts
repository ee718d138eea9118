import { cp } from 'node:fs/promises'
import type { Catalogue } from '../benchmark.ts'
import { serveCatalogue } from '../support/server.ts'

/** Copies a catalogue, and brings the tables of the copy up to date. */
export async function copyMigrated({ data }: Catalogue, to: string): Promise<void> {
  await cp(data, to, { recursive: true })
  await (await serveCatalogue(to)).stop()
}
