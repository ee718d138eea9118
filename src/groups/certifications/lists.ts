import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { type CertificationsByCountry, certifications } from '#src/reference/reference.ts'

const Certification = Type.Object(
  { certification: Type.String(), meaning: Type.String(), order: Type.Integer() },
  { title: 'Certification' },
)
const CertificationList = Type.Object(
  { certifications: Type.Record(Type.String(), Type.Array(Certification)) },
  { title: 'CertificationList' },
)

const certificationList = <Path extends string>(
  id: string,
  route: `GET ${Path}`,
  of: string,
  byCountry: CertificationsByCountry,
) =>
  operation(id, route, {
    summary: `Certifications of ${of} by country; the higher the \`order\`, the more restrictive`,
    access: 'key',
    reply: CertificationList,
    cache: { seconds: cacheSeconds },
    handle: async () => ({
      certifications: Object.fromEntries(
        Object.entries(byCountry).map(([country, list]) => [
          country,
          list.map(({ certification, order }) => ({ certification, meaning: '', order })),
        ]),
      ),
    }),
  })

export const movieList = certificationList(
  'certifications.movie',
  'GET /3/certification/movie/list',
  'movies',
  certifications.movie,
)
export const tvList = certificationList(
  'certifications.tv',
  'GET /3/certification/tv/list',
  'series',
  certifications.tv,
)
