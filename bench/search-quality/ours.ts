import { runCommand } from '../support/command-process.ts'
import { runImport } from '../support/import-process.ts'
import { coldSettings, serveCatalogue } from '../support/server.ts'
import type { OpenSearch } from './peers/peer.ts'
import { type Query, recordKey } from './queries.ts'

type Reply = { results: { id: number; media_type?: string }[] }

/** Our server with an imported catalogue, asked over HTTP, when its index is whole: it answers before with a part. */
export async function openOurs(paths: readonly string[], data: string): Promise<OpenSearch> {
  await runImport(paths, { data })
  await runCommand(['search-index', '--data', data])
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
  return {
    async find({ search, text, year }: Query) {
      const { results } = await ask(search, text, year)
      return results.map(({ id, media_type: kind = search }) => recordKey({ kind, id }))
    },
    close: () => server.stop(),
  }
}
