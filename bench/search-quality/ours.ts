import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../support/command-process.ts'
import { runImport } from '../support/import-process.ts'
import { coldSettings, serveCatalogue } from '../support/server.ts'
import type { OpenSearch } from './peers/peer.ts'
import { type Query, recordKey } from './queries.ts'

const POLL_MS = 500
/** An index of the bulk data takes a minute or two. */
const INDEX_TIMEOUT_MS = 900_000

type Reply = { total_results: number; results: { id: number; media_type?: string }[] }

/** Our server with an imported catalogue, asked over HTTP, as soon as its index knows a title that is in the sample. */
export async function openOurs(paths: readonly string[], data: string): Promise<OpenSearch> {
  await runImport(paths, { data })
  const created = await runCommand([
    'key',
    'create',
    '--name',
    'bench',
    '--plan',
    'developer',
    '--limit',
    '0',
    '--data',
    data,
  ])
  const key = created.summary.trim()
  const server = await serveCatalogue(data, { settings: coldSettings })
  const ask = async (search: string, text: string, year?: number): Promise<Reply> => {
    const parameters = new URLSearchParams({
      api_key: key,
      query: text,
      ...(year !== undefined && { year: String(year) }),
    })
    const response = await fetch(`${server.url}/3/search/${search}?${parameters}`)
    if (!response.ok) throw new Error(`a search answers ${response.status}: ${await response.text()}`)
    return (await response.json()) as Reply
  }
  const endMs = performance.now() + INDEX_TIMEOUT_MS
  while ((await ask('movie', 'Casablanca')).total_results === 0) {
    if (performance.now() > endMs) throw new Error('the search index was not built in time')
    await pause(POLL_MS)
  }
  return {
    async find({ search, text, year }: Query) {
      const { results } = await ask(search, text, year)
      return results.map(({ id, media_type: kind = search }) => recordKey({ kind, id }))
    },
    close: () => server.stop(),
  }
}
