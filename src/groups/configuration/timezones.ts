import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { timezones as zonesOfCountries } from '#src/reference/reference.ts'

const CountryZones = Type.Object(
  { iso_3166_1: Type.String(), zones: Type.Array(Type.String()) },
  { title: 'CountryZones' },
)

export const timezones = operation('configuration.timezones', 'GET /3/configuration/timezones', {
  summary: 'IANA time zones of each country',
  access: 'key',
  reply: Type.Array(CountryZones),
  cache: { seconds: cacheSeconds },
  handle: async () => zonesOfCountries.map(({ iso_3166_1, zones }) => ({ iso_3166_1, zones: [...zones] })),
})
