import { type Static, Type } from 'typebox'

/** The shapes of replies, in the media server's format. */

const text = Type.Optional(Type.String())
const count = Type.Optional(Type.Integer())

export const Image = Type.Object({ type: Type.String(), url: Type.String(), alt: text })
export type Image = Loose<Static<typeof Image>>

const Tag = Type.Object({ tag: Type.String(), originalTag: text })
const Credit = Type.Object({ tag: Type.String(), thumb: text, role: text, order: count })
export type Credit = Loose<Static<typeof Credit>>
const CollectionTag = Type.Object({
  guid: Type.String(),
  key: Type.String(),
  tag: Type.String(),
  summary: text,
  art: text,
  thumb: text,
})
const SeasonType = Type.Object({ id: Type.String(), source: Type.String(), tag: Type.String(), title: Type.String() })

const list = <Shape extends Parameters<typeof Type.Array>[0]>(shape: Shape) => Type.Optional(Type.Array(shape))

const fields = {
  ratingKey: Type.String(),
  key: Type.String(),
  guid: Type.String(),
  type: Type.String(),
  title: Type.String(),
  originalTitle: text,
  year: count,
  originallyAvailableAt: text,
  thumb: text,
  art: text,
  contentRating: text,
  summary: text,
  isAdult: Type.Optional(Type.Boolean()),
  duration: count,
  tagline: text,
  studio: text,
  index: count,
  parentRatingKey: text,
  parentKey: text,
  parentGuid: text,
  parentType: text,
  parentTitle: text,
  parentThumb: text,
  parentIndex: count,
  grandparentRatingKey: text,
  grandparentKey: text,
  grandparentGuid: text,
  grandparentType: text,
  grandparentTitle: text,
  grandparentThumb: text,
  /** How certain a match is, from 0 to 100. */
  score: count,
  Image: list(Image),
  OriginalImage: list(Image),
  Genre: list(Tag),
  Guid: list(Type.Object({ id: Type.String() })),
  Country: list(Tag),
  Studio: list(Tag),
  Network: list(Tag),
  Role: list(Credit),
  Director: list(Credit),
  Producer: list(Credit),
  Writer: list(Credit),
  Similar: list(Type.Object({ guid: Type.String(), tag: text })),
  Collection: list(CollectionTag),
  SeasonType: list(SeasonType),
}
const Child = Type.Object(fields)

/** A movie, show, season, episode or collection. Unknown values are left out. */
export const Metadata = Type.Object({
  ...fields,
  Children: Type.Optional(Type.Object({ size: Type.Integer(), Metadata: Type.Array(Child) })),
})

/** A shape in which optional properties may also be undefined. */
type Loose<Shape> = Shape extends readonly (infer Entry)[]
  ? Loose<Entry>[]
  : Shape extends object
    ? { [Name in keyof Shape]: Loose<Shape[Name]> | (IsOptional<Shape, Name> extends true ? undefined : never) }
    : Shape
type IsOptional<Shape, Name extends keyof Shape> = Record<never, never> extends Pick<Shape, Name> ? true : false

/** What replies are made of. */
export type Metadata = Loose<Static<typeof Metadata>>

const paging = {
  offset: Type.Integer(),
  totalSize: Type.Integer(),
  identifier: Type.String(),
  size: Type.Integer(),
}

/** The envelope of lists. */
export const MetadataReply = Type.Object({
  MediaContainer: Type.Object({ ...paging, Metadata: Type.Array(Metadata) }),
})
export const ImagesReply = Type.Object({ MediaContainer: Type.Object({ ...paging, Image: Type.Array(Image) }) })

/** A list without empty values: the media server takes missing ones for unknown. */
export const some = <Entry>(entries: readonly Entry[]): Entry[] | undefined =>
  entries.length === 0 ? undefined : [...entries]

/** A text that says something. */
export const told = (value: string | null | undefined): string | undefined => value || undefined
