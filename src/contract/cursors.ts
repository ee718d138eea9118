import { hash } from 'node:crypto'
import { type TObject, type TSchema, Type } from 'typebox'
import type { Context } from './operation.ts'
import { nullable } from './schema.ts'
import { ApiError } from './statuses.ts'

/** The most rows that a request may ask for on a page. */
export const maxPageSize = 250
const maxCursorLength = 100

/** Which rows of a list are wanted: those of a page, or those after an id, in order of id. */
export type Place = { page: number; page_size?: number; cursor?: number }

/** The parameters with which a list can be read to its end. */
const parameters = {
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxPageSize, description: 'Rows per page. Default: 20' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: maxCursorLength,
      description:
        'Reads the whole list in the order of IDs, with each record that stays in it exactly once. Empty at ' +
        'first, then `next_cursor` from the previous reply. `page` and the order of the list are ignored',
      examples: [''],
    }),
  ),
}

export const withCursor = (query: TObject): TObject => Type.Object({ ...query.properties, ...parameters })

const withNextCursor = (reply: TObject): TObject => {
  const next_cursor = Type.Optional(
    nullable(Type.String({ description: 'Only if a cursor was sent; null at the end' })),
  )
  const { type: _type, required: _required, properties, ...keywords } = reply as TObject & { required?: string[] }
  return Type.Object({ ...properties, next_cursor }, keywords)
}

/** Parameters that choose rows of a list or texts, and not the list. */
const ofView = ['page', 'page_size', 'cursor', 'sort_by', 'language', 'include_text_languages']

/** Tells lists apart, so that a cursor from another one is refused. */
function listOf(id: string, { params, query }: Context): string {
  const filters = Object.entries(query).filter(([name]) => !ofView.includes(name))
  return hash('sha256', JSON.stringify([id, params, filters]), 'hex').slice(0, 16)
}

type Handle = (context: Context) => Promise<unknown>

/** Reads the cursor of a request and writes the next one; the list itself only sees ids. */
export function readingCursors(id: string, reply: TSchema, handle: Handle): { reply: TObject; handle: Handle } {
  return {
    reply: withNextCursor(reply as TObject),
    async handle(context) {
      const { cursor: text } = context.query
      if (text === undefined) return handle(context)
      const list = listOf(id, context)
      const cursor = text === '' ? 0 : idIn(String(text), list)
      const result = (await handle({ ...context, query: { ...context.query, cursor } })) as
        | { next_cursor?: number | null }
        | undefined
      const next = result?.next_cursor
      return result && { ...result, next_cursor: typeof next === 'number' ? cursorOf(next, list) : null }
    },
  }
}

const cursorOf = (id: number, list: string): string => Buffer.from(`${id} ${list}`).toString('base64url')

function idIn(cursor: string, list: string): number {
  const [id = '', given] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (given !== list || !/^\d{1,15}$/.test(id)) throw new ApiError('invalid_parameters')
  return Number(id)
}
