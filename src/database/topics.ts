/** How cached replies show something: not at all, as a whole, or record by record, with a log that says which ones. */
type Shown = 'nowhere' | 'as a whole' | 'by record'

/**
 * THE table of what changes outside the change log. Each has a number in `revision`, which grows with every change
 * (`revise`), and a topic of the same name. Replies that show one as a whole have the tag of that name (`revisionTag`);
 * everything else follows from its entry here.
 */
export const revisions = {
  /** Keys, their plans and their owners' state. */
  keys: 'nowhere',
  /** What administrators say on pages that the server is (`src/background/stored-settings.ts`). */
  settings: 'nowhere',
  /** Who wrote reviews. */
  authors: 'as a whole',
  /** The name index, which follows the change log a little later. */
  names: 'as a whole',
  /** Lists that people make, as far as others see them. */
  lists: 'as a whole',
  /** Votes for images (`src/catalogue/image-votes.ts`). */
  votes: 'by record',
  /** What people rated, a moment ago (`src/catalogue/rated-titles.ts`). */
  ratings: 'by record',
} as const satisfies Record<string, Shown>

type Revisions = typeof revisions
export type RevisionName = keyof Revisions
/** Revisions that cached replies show. */
export type ShownRevision = {
  [Name in RevisionName]: Revisions[Name] extends 'nowhere' ? never : Name
}[RevisionName]
/** Revisions that have a log of the records concerned. */
export type LoggedRevision = {
  [Name in RevisionName]: Revisions[Name] extends 'by record' ? Name : never
}[RevisionName]

export const revisionNames = Object.keys(revisions) as RevisionName[]
export const shownRevisions = revisionNames.filter((name): name is ShownRevision => revisions[name] !== 'nowhere')

/** Topics of announcements between processes that share a database. */
export type Topic = 'changes' | RevisionName
export const topics: readonly Topic[] = ['changes', ...revisionNames]

/** Topics that make cached replies stale. */
export const invalidatingTopics: readonly Topic[] = ['changes', ...shownRevisions]
