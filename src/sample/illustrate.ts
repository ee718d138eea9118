import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import { type Gallery, type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { putSources } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { outlineOf } from './drawing/drawing.ts'
import { drawingName, drawingVersion, type Recipe } from './drawing/recipe.ts'
import { drawings } from './drawings.ts'
import { illustrateProviders } from './illustrate-providers.ts'

/** Records that get their pictures in one transaction, and the pause for other writers. */
const recordsAtOnce = 25
const restMs = 10

/** The source of the drawings. It ranks below all others, so that it replaces nobody's pictures. */
const source = {
  id: 'drawn',
  name: 'Drawn for the sample by this program',
  licence: 'CC0-1.0',
  url: '',
  rank: 0,
  redistributable: true,
}

type Subject = {
  galleries: readonly Recipe['gallery'][]
  /** The rows of `record r` with `title`, `note`, `genre` and `family`. */
  columns: Sql
  from: Sql
}

const genreOf = (of: 'movie' | 'series', id: string) => sql`coalesce((
  select genre_id from title_genre where kind = ${of} and entity_id = ${raw(id)}
  order by position, genre_id limit 1), 0)`
const familyOfOne = (of: Kind) => sql`${`${of} `} || cast(r.id as text)`

const subjects: Readonly<Record<Kind, Subject>> = {
  movie: {
    galleries: ['posters', 'backdrops'],
    columns: sql`m.title, substr(m.release_date, 1, 4) as note, ${genreOf('movie', 'm.id')} as genre,
      coalesce('collection ' || cast(m.collection_id as text), ${familyOfOne('movie')}) as family`,
    from: sql`join movie m on m.id = r.id`,
  },
  series: {
    galleries: ['posters', 'backdrops'],
    columns: sql`s.name as title, substr(s.first_air_date, 1, 4) as note, ${genreOf('series', 's.id')} as genre,
      ${familyOfOne('series')} as family`,
    from: sql`join series s on s.id = r.id`,
  },
  season: {
    galleries: ['posters'],
    columns: sql`s.name as title, n.name as note, ${genreOf('series', 's.id')} as genre,
      'series ' || cast(s.id as text) as family`,
    from: sql`join season n on n.id = r.id join series s on s.id = n.series_id`,
  },
  episode: {
    galleries: ['stills'],
    columns: sql`e.name as title, '' as note, ${genreOf('series', 'e.series_id')} as genre,
      'series ' || cast(e.series_id as text) as family`,
    from: sql`join episode e on e.id = r.id`,
  },
  collection: {
    galleries: ['posters', 'backdrops'],
    columns: sql`c.name as title, '' as note, coalesce((
        select genre_id from title_genre join movie on movie.id = title_genre.entity_id
        where title_genre.kind = 'movie' and movie.collection_id = c.id
        order by title_genre.position, movie.id, genre_id limit 1), 0) as genre,
      ${familyOfOne('collection')} as family`,
    from: sql`join collection c on c.id = r.id`,
  },
  person: {
    galleries: ['profiles'],
    columns: sql`p.name as title, cast(p.gender as text) as note, 0 as genre, '' as family`,
    from: sql`join person p on p.id = r.id`,
  },
  company: {
    galleries: ['logos'],
    columns: sql`c.name as title, '' as note, 0 as genre, '' as family`,
    from: sql`join company c on c.id = r.id`,
  },
  network: {
    galleries: ['logos'],
    columns: sql`n.name as title, '' as note, 0 as genre, '' as family`,
    from: sql`join network n on n.id = r.id`,
  },
}

const Row = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  note: Type.String(),
  genre: Type.Integer(),
  family: Type.String(),
})
/** What the pictures of a record are drawn from. */
export type SubjectRow = Static<typeof Row>

/** The rows for records of a kind that meet a condition. */
export const subjectsOf = {
  row: Row,
  select: (of: Kind, condition: Sql, rows: number): Sql => sql`
    select r.id, ${subjects[of].columns} from record r ${subjects[of].from}
    where r.kind = ${of} and ${condition} order by r.id ${limit(rows)}`,
}

/** The recipes of all pictures of a record. */
export const recipesOf = (of: Kind, { id, ...subject }: SubjectRow): Recipe[] =>
  subjects[of].galleries.map((gallery) => ({ gallery, seed: `${of} ${id}`, ...subject }))

/** Gives pictures to the records of the sample that have none: entries in the catalogue, and recipes. */
export async function illustrateSample(db: Database, now: () => Date, signal?: AbortSignal): Promise<void> {
  await db.transaction((tx) => putSources(tx, [source]))
  await illustrateProviders(db, source.id, now())
  for (const of of kindNames) {
    for (let after = 0; !signal?.aborted; ) {
      const rows = await db.wide.all(Row, bareRecords(of, after))
      const last = rows.at(-1)
      if (!last) break
      await illustrate(db, of, rows, now())
      after = last.id
      // An aborted pause is how it ends.
      await delay(restMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** The next records of the sample without drawings of this version. */
const bareRecords = (of: Kind, after: number) =>
  subjectsOf.select(
    of,
    sql`r.id > ${after} and r.edit_id in (select id from edit where note = ${sampleNote})
    and not exists (select 1 from drawing d
      where d.kind = ${of} and d.entity_id = r.id and d.version = ${drawingVersion})`,
    recordsAtOnce,
  )

/** Gives records of a kind their pictures, which replace earlier drawings. */
export async function illustrate(db: Database, of: Kind, rows: readonly SubjectRow[], at: Date): Promise<void> {
  const made: Made[] = []
  for (const row of rows) {
    for (const recipe of recipesOf(of, row))
      made.push({ id: row.id, recipe, name: drawingName(recipe), ...outlineOf(recipe) })
    // A logo takes milliseconds, and requests have to be answered in between.
    await turn()
  }
  const records = rows.map(({ id }) => ({
    kind: of,
    id,
    parts: { images: { put: made.filter((one) => one.id === id).map((one) => imageOf(of, one)) } },
  }))
  await db.transaction(async (tx) => {
    await applyEdit(tx, { account_id: null, source_id: source.id, note: sampleNote, at, records })
    const ids = rows.map(({ id }) => id)
    await tx.run(sql`
      delete from drawing where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)}
        and version <> ${drawingVersion}`)
    await tx.put(
      drawings,
      made.map(({ id, recipe, name, colour }) => ({
        name,
        kind: of,
        entity_id: id,
        gallery: recipe.gallery,
        version: drawingVersion,
        recipe,
        colour,
      })),
    )
  })
}

type Made = { id: number; recipe: Recipe; name: string; width: number; height: number; colour: string }

/** The drawing as an image of its record; that of a later version replaces it. A logo is a vector drawing. */
function imageOf(of: Kind, { id, recipe, name, width, height }: Made) {
  const gallery: Gallery = recipe.gallery
  const [extension, file_type] = gallery === 'logos' ? ['png', '.svg'] : ['jpg', '.jpg']
  return {
    gallery,
    id: entryId('images', of, id, ['drawing', gallery]),
    file_path: `/${name}.${extension}`,
    file_type,
    width,
    height,
    aspect_ratio: Math.round((1000 * width) / height) / 1000,
    iso_639_1: null,
    iso_3166_1: null,
    stated_average: 0,
    stated_count: 0,
    licence: '',
    position: 0,
  }
}
