import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { timezones } from '#src/reference/reference.ts'

export const timezonesOlder = operation('configuration.timezones_older', 'GET /3/timezones/list', {
  summary: 'Older form of the time zones: an object for each country, with its code as the only key',
  access: 'key',
  reply: Type.Array(Type.Record(Type.String(), Type.Array(Type.String()), { title: 'ZonesByCountry' })),
  cache: { seconds: cacheSeconds },
  handle: async () => timezones.map(({ iso_3166_1, zones }) => ({ [iso_3166_1]: [...zones] })),
})
