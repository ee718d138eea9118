import { allClaimsOf, type Day, dayIn, type Entity, entitiesOf, entityIn, qualifiersOf } from './entities.ts'
import { certificates, countries } from './words.ts'

type Release = { type: number; release_date: string; certification?: string }

/** Releases of a movie in countries: days that have a place, and certificates at the first one or at the premiere. */
export function releasesLine(entity: Entity, premiere: Day | undefined) {
  const byCountry = new Map<string, Release[]>()
  for (const claim of allClaimsOf(entity, 'P577')) {
    const day = dayIn(claim)
    if (day?.precision !== 'day') continue
    for (const place of qualifiersOf(claim, 'P291')) {
      const country = countries[entityIn(place) ?? '']
      if (country === undefined) continue
      const release = { type: 3, release_date: `${day.date}T00:00:00.000Z` }
      const known = byCountry.get(country) ?? []
      if (!known.some(({ release_date }) => release_date === release.release_date)) known.push(release)
      byCountry.set(country, known)
    }
  }
  for (const [property, country, ratings] of certificates) {
    const [certification] = entitiesOf(entity, property).flatMap((one) => ratings[one] ?? [])
    if (certification === undefined) continue
    const known = byCountry.get(country) ?? []
    const own = known.toSorted((one, other) => one.release_date.localeCompare(other.release_date))[0]
    if (own) own.certification = certification
    else if (premiere?.precision === 'day')
      byCountry.set(country, [{ type: 3, release_date: `${premiere.date}T00:00:00.000Z`, certification }])
  }
  if (byCountry.size === 0) return {}
  const results = [...byCountry].map(([iso_3166_1, release_dates]) => ({ iso_3166_1, release_dates }))
  return { release_dates: { results } }
}
