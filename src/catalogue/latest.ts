import { type TObject, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { cacheSeconds, type Operation, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Kind } from './kinds.ts'

/**
 * The details of the record of a kind that was made last: the one with the highest id, because new records get higher
 * ids than all others. Adult ones are left out.
 */
export function latestOperation<Path extends string>(
  of: Kind & ('movie' | 'series' | 'person'),
  route: `GET ${Path}`,
  summary: string,
  details: Operation,
) {
  const { properties, required } = details.reply as TObject & { required: string[] }
  // Whatever can be appended is optional in the details, and not part of this reply.
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || name === 'text_languages')
  const [parameter = ''] = details.params
  const { dependsOn: _appended, ...caching } = { seconds: cacheSeconds, ...details.cache, tags: [of] }
  return operation(`${of}.latest`, route, {
    summary,
    access: 'key',
    query: Type.Object({ language }),
    reply: Type.Object(Object.fromEntries(shown), showsRecord(of)),
    cache: caching,
    async handle(context) {
      const { db } = context
      // With `adult = false`, SQLite would look all of them up in the index by popularity.
      const latest = await db.one(Id, sql`select id from ${raw(of)} where not adult order by id desc ${limit(1)}`)
      if (!latest) return undefined
      return (await details.handle({ ...context, params: { [parameter]: latest.id } } as never)) as never
    },
  })
}
