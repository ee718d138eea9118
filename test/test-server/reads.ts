import { createHash } from 'node:crypto'
import { allOperations } from '#src/interface.ts'
import { secrets } from '#src/test-server/fixed.ts'

const hex = (number: number) => String(number).padStart(24, '0')

/** A record of the fixed catalogue for each name of a path. */
const values: Readonly<Record<string, string | number>> = {
  ...{ account_id: 1, collection_id: 401, company_id: 101, credit_id: hex(501_01), external_id: 'tt0000501' },
  ...{ genre_id: 18, guest_session_id: secrets.guest_session_id, keyword_id: 801, list_id: 1, movie_id: 501 },
  ...{ network_id: 201, person_id: 301, review_id: hex(501_91), series_id: 601, season_number: 2, season_id: 6012 },
  ...{ episode_number: 1, episode_id: 60121, tv_episode_group_id: hex(601_71), time_window: 'week', edit_id: 1 },
  ...{ report: 'no-picture', job_id: 1, waiting_id: 1, webhook_id: 1 },
}
/** What some operations are asked for. */
const queries: Readonly<Record<string, string>> = {
  '/3/find/{external_id}': 'external_source=filmdb_id',
  '/commons/1/record': 'kind=movie&id=501',
  '/commons/1/comparison': 'kind=movie&id=501&from=1000000&to=1000001',
  '/commons/1/dependents': 'kind=movie&id=501',
  '/commons/1/locks': 'kind=movie&id=501',
}
/** What makes something new each time, and what waits for a change. */
const left = /\/(new|validate_with_login)$|^\/commons\/1\/changes$/

/** An address for each read of the interface, and for some queries. */
export const addresses: readonly string[] = [
  ...allOperations
    .filter(({ method, path }) => method === 'GET' && !left.test(path))
    .map(({ path }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        if (values[name] === undefined) throw new Error(`${path} needs a value for ${name}`)
        return encodeURIComponent(values[name])
      })
      return `${filled}?${queries[path] ?? ''}`
    }),
  '/3/search/movie?query=lantern',
  '/3/search/multi?query=tide',
  '/3/movie/501?append_to_response=credits,images,videos,reviews,release_dates,translations&language=de-DE',
  '/3/movie/5101?',
  '/3/movie/999999?',
  '/t/p/w342/lantern-own.jpg?',
]

type Digest = { status: number; headers: Record<string, string>; sha256: string }

/** Everything that a server answers, but for the header `date`. */
export async function digestsOf(url: string): Promise<Record<string, Digest>> {
  const digests: Record<string, Digest> = {}
  for (const address of addresses) {
    const whole = `${url}${address}&api_key=${secrets.api_key}&session_id=${secrets.session_id}`
    const response = await fetch(whole)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { date: _, ...headers } = Object.fromEntries(response.headers)
    digests[address] = {
      status: response.status,
      headers,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  }
  return digests
}
