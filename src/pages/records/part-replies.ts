import type { Static } from 'typebox'
import type { PartName } from '#src/catalogue/kinds.ts'
import { partOperation } from '#src/catalogue/part-operations.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import type { Operation } from '#src/contract/operation.ts'
import { languageTag, videoLanguages } from '../components/languages.ts'
import type { PageContext } from '../page.ts'

/** The replies of parts, as sections of pages show them. */
export type Credits = PartBody<'movie' | 'episode', 'credits'>
export type AggregateCredits = PartBody<'series', 'aggregate_credits'>
export type Videos = PartBody<'movie', 'videos'>
export type Reviews = PartBody<'movie', 'reviews'>
export type Titles = PartBody<'movie', 'alternative_titles'>['titles']
export type Keywords = PartBody<'movie', 'keywords'>['keywords']
/** Of any kind, each of which has its own systems. */
export type ExternalIds = Readonly<Record<string, string | number | null>>

type Params = Readonly<Record<string, number>>

/** The parts that can be appended to details. */
export type Appendable<Details extends Operation> = keyof Static<Details['reply']> & PartName

/** Details of a record to which parts are appended. */
export type PageDetails<Details extends Operation, Name extends keyof Static<Details['reply']>> = Static<
  Details['reply']
> & { [Part in Name]-?: NonNullable<Static<Details['reply']>[Part]> }

/** The details of a record in the language of the page, with parts appended; undefined if there is no such record. */
export const detailsOf = <Details extends Operation, Name extends Appendable<Details>>(
  context: PageContext,
  details: Details,
  params: Params,
  appended: readonly Name[],
) => {
  const query = { language: languageTag(context), append_to_response: appended.join(',') }
  return context.ask(details, { params, query }) as Promise<PageDetails<Details, Name> | undefined>
}

/** The videos of a record in languages that visitors may understand; undefined if there is no such record. */
export const videosOf = (
  context: PageContext,
  kind: 'movie' | 'series' | 'season' | 'episode',
  params: Params,
): Promise<Videos | undefined> => context.ask(partOperation(kind, 'videos'), { params, query: videoLanguages(context) })
