import { Type } from 'typebox'
import { numbersByCountry } from '#src/catalogue/fields.ts'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

/** Most providers in a reply; there are a few hundred in the world. */
const maxProviders = 5_000

const Row = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  logo_path: nullable(Type.String()),
  display_priority: Type.Integer(),
  display_priorities: numbersByCountry,
  media_types: Type.Array(Type.String()),
})

/** Every watch provider. */
export const allProviders = (db: Reader) =>
  db.all(
    Row,
    sql`
    select id, name, logo_path, display_priority, display_priorities, media_types from provider
    order by display_priority, id ${limit(maxProviders)}`,
  )

const WatchProvider = Type.Object(
  {
    display_priorities: numbersByCountry,
    display_priority: Type.Integer(),
    logo_path: nullable(Type.String()),
    provider_name: Type.String(),
    provider_id: Type.Integer(),
  },
  { title: 'WatchProvider', ...showsRecord('provider', 'provider_id') },
)
export const WatchProviderList = Type.Object({ results: Type.Array(WatchProvider) })

/**
 * The providers of movies or of series, by priority: in a country, or in general. Those that do not say which of the
 * two they have are among both.
 */
export async function providersOf(db: Reader, media_type: 'movie' | 'tv', country: string | undefined) {
  const code = country?.toUpperCase()
  const found = (await allProviders(db))
    .filter(({ media_types }) => media_types.length === 0 || media_types.includes(media_type))
    .filter(({ display_priorities }) => code === undefined || Object.hasOwn(display_priorities, code))
    .map(({ id: provider_id, name: provider_name, media_types: _shown, ...provider }) => ({
      ...provider,
      display_priority: provider.display_priorities[code ?? ''] ?? provider.display_priority,
      provider_id,
      provider_name,
    }))
  return { results: found.sort((one, other) => one.display_priority - other.display_priority) }
}
