import { type TArray, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { shownAddress, WebAddress } from '#src/contract/web-address.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { languageNames } from '#src/reference/reference.ts'
import { Small } from '../fields.ts'
import { type Kind, kind, type kinds, type TextName } from '../kinds.ts'
import { Country, lineEntries, lineEntry, OptionalWord, statedEntry, Text, WrittenLanguage } from '../line-entries.ts'
import { byKind, type Loaded, names, part } from '../part.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'

const text = (line: TSchema) => ({ reply: Type.String(), line })

const shapes = {
  title: text(OptionalWord),
  name: text(OptionalWord),
  overview: text(Text),
  tagline: text(Text),
  homepage: text(WebAddress),
  biography: text(Text),
  runtime: { reply: Type.Integer(), line: Small },
} satisfies Record<TextName, { reply: TSchema; line: TSchema }>

/** The texts of a kind, as a reply or as a line has them. */
export const textsOf = (of: RecordKind, form: 'reply' | 'line'): TProperties =>
  Object.fromEntries(recordKind(of).texts.map((name) => [name, shapes[name][form]]))

const codes = { iso_3166_1: Type.String(), iso_639_1: Type.String() }

const titles = {
  movie: 'MovieTranslation',
  series: 'TvTranslation',
  season: 'SeasonTranslation',
  episode: 'EpisodeTranslation',
  person: 'PersonTranslation',
  collection: 'CollectionTranslation',
} as Record<Kind, string>

/** What a line may state about translations. Their texts are stored as fields of the record in a language. */
export const translationLines = (of: RecordKind) => ({
  translations: Type.Object({
    translations: lineEntries({
      iso_639_1: WrittenLanguage,
      iso_3166_1: Country,
      data: lineEntry({}, textsOf(of, 'line')),
    }),
  }),
})

/** What an edit may state about the texts of one language; null clears a text. */
export const statedTexts = (of: RecordKind): TObject => {
  const texts = Object.entries(textsOf(of, 'line')).map(([name, schema]) => [
    name,
    Type.Optional(nullable(schema as TSchema & { type: string })),
  ])
  return statedEntry({ iso_639_1: WrittenLanguage, iso_3166_1: Country, texts: statedEntry(Object.fromEntries(texts)) })
}

/** A record's texts in en-US as a row of translations; no row if all of them are empty. */
function baseTexts(of: Kind, id: number): Sql {
  const { texts, title } = kind(of)
  const columns = texts.map((name) => (name === 'title' || name === 'name' ? title : name))
  const written = columns.filter((column) => column !== 'runtime').map((column) => `${column} <> ''`)
  return sql`select 'US', 'en', ${raw(columns.join(', '))} from ${raw(of)}
    where id = ${id} and (${raw(written.join(' or '))})`
}

/** Texts are there for the kinds that have them in other languages. */
type Texts<Of extends Kind> = {
  [Name in (typeof kinds)[Of]['texts'][number]]: (typeof shapes)[Name]['reply']
}
const language = { ...codes, name: Type.String(), english_name: Type.String() }

const reply = byKind<{
  [Of in Kind]: { translations: TArray<TObject<typeof language & { data: TObject<Texts<Of>> }>> }
}>((of) => ({
  translations: Type.Array(
    Type.Object({ ...language, data: Type.Object(textsOf(of, 'reply')) }, { title: titles[of] }),
  ),
}))

type Row = Record<string, string>

export const translations = part({
  name: 'translations',
  summary: 'Texts of the record in other languages',
  reply,
  async load({ db }, of, id) {
    const { texts, title, original, fields } = kind(of)
    const columns = textsOf(of, 'reply')
    const titleText = texts.find((name) => name === 'title' || name === 'name') as 'title' | 'name'
    // People have no original language. Their names are stated in English first.
    const originalLanguage = 'original_language' in fields ? raw('r.original_language') : sql`'en'`
    const found = await db.all(
      Type.Object({ ...codes, ...columns, original: Type.String(), original_language: Type.String() }),
      sql`
      select t.iso_3166_1, t.iso_639_1, ${raw(texts.map((name) => `t.${name}`).join(', '))},
        r.${raw(original)} as original, ${originalLanguage} as original_language
      from (
        select iso_3166_1, iso_639_1, ${names(columns)} from translation where kind = ${of} and entity_id = ${id}
        union all ${baseTexts(of, id)}
      ) as t join ${raw(of)} r on r.id = ${id}
      order by t.iso_639_1, t.iso_3166_1`,
    )
    const rows = found.map((row) => {
      const { iso_3166_1, iso_639_1, original: originalTitle, original_language, ...data } = row as Row
      // Seasons and episodes have no original name: the column is the name itself, which is shown.
      const isOriginal = original !== title && iso_639_1 === original_language && data[titleText] === originalTitle
      if (isOriginal) data[titleText] = ''
      if (data.homepage !== undefined) data.homepage = shownAddress(data.homepage)
      const language = languageNames.get(iso_639_1 as string)
      const { name = '', english_name = '' } = language ?? {}
      return { iso_3166_1, iso_639_1, name, english_name, data }
    })
    return { translations: rows } as Loaded<typeof reply>
  },
})
