import type { Call } from '../call.ts'
import { type Answer, field, type Query, rowsOf } from '../client.ts'
import { isSame } from '../shape.ts'

const galleries = ['backdrops', 'logos', 'posters', 'stills']

/** What is asked for, and the languages that are then shown. */
const filters: readonly [query: Query, languages: readonly (string | null)[]][] = [
  [{ include_image_language: 'null' }, [null]],
  [{ include_image_language: 'en,null' }, ['en', null]],
  [{ language: 'de-DE' }, ['de']],
  [{ language: 'de', include_image_language: 'en,null' }, ['de', 'en', null]],
  [{ include_image_language: 'yi' }, ['yi']],
]

/** Images are filtered by their language, and nothing takes the place of what is left out. */
export async function imageChecks(call: Call) {
  if (!call.takes('include_image_language')) return
  for (const subject of call.subjects) {
    const all = (await call.get(subject)).body
    for (const [query, languages] of filters) {
      const answer = await call.get(subject, query)
      for (const gallery of galleries.filter((name) => field(all, name) !== undefined)) {
        const wanted = rowsOf(all, gallery).filter((row) => languages.includes(row.iso_639_1 as string | null))
        const given = rowsOf(answer.body, gallery)
        const isRight = isSame(given.map(pathOf).sort(), wanted.map(pathOf).sort())
        const wrong = !isRight && `${gallery}: ${given.length} images, not the ${wanted.length} of these languages`
        call.notes.check('languages of images', answer, wrong)
      }
    }
    for (const gallery of galleries) {
      const marked = rowsOf(all, gallery).findLast((row) => row.iso_639_1 && row.iso_3166_1)
      if (!marked) continue
      const answer = await call.get(subject, { language: `${marked.iso_639_1}-${marked.iso_3166_1}` })
      const places = rowsOf(answer.body, gallery).map((row) => placeOf(row.iso_3166_1, marked.iso_3166_1))
      const wrong = !isSame(places, [...places].sort()) && `${gallery}: an image of another country comes before`
      call.notes.check('images of the country first', answer, wrong)
    }
  }
}

/** Of the country, of none, of another. */
const placeOf = (country: unknown, wanted: unknown) => (country === wanted ? 0 : country ? 2 : 1)

const pathOf = (row: Record<string, unknown>) => String(row.file_path)

/** Videos are those of the language, English by default, and of those that are added; the newest is the first. */
export async function videoChecks(call: Call) {
  if (!call.takes('include_video_language')) return
  const asked: readonly [query: Query, languages: readonly string[]][] = [
    [{}, ['en']],
    [{ language: 'de-DE' }, ['de']],
    [{ language: 'de', include_video_language: 'en,fr' }, ['de', 'en', 'fr']],
  ]
  for (const subject of call.subjects) {
    for (const [query, languages] of asked) {
      const answer = await call.get(subject, query)
      const strange = rowsOf(answer.body).find((row) => !languages.includes(String(row.iso_639_1)))
      call.notes.check('languages of videos', answer, strange && `a video has the language ${strange.iso_639_1}`)
      call.notes.check('newest video first', answer, newestFirst(answer))
    }
  }
}

function newestFirst(answer: Answer): string | false {
  const times = rowsOf(answer.body).map((row) => String(row.published_at))
  const at = times.findIndex((time, index) => index > 0 && time > (times[index - 1] as string))
  return at > 0 && `results[${at}].published_at is later than that of the row before`
}

/** Titles of a country, and none of a country that there is not. */
export async function countryChecks(call: Call) {
  if (!call.takes('country')) return
  for (const subject of call.subjects) {
    const titles = rowsOf((await call.get(subject)).body, 'titles')
    const country = String(titles[0]?.iso_3166_1 ?? 'US')
    const some = await call.get(subject, { country })
    const wanted = titles.filter((row) => row.iso_3166_1 === country).length
    const given = rowsOf(some.body, 'titles').length
    call.notes.check('titles of a country', some, given !== wanted && `${given} titles, not ${wanted}`)
    const none = await call.get(subject, { country: 'ZZ' })
    call.notes.check('titles of no country', none, rowsOf(none.body, 'titles').length > 0 && 'there are titles')
  }
}
